import { z } from 'zod/mini'
import type { Draft } from '#shared/storage/draft-record.ts'
import { settingsSchema } from '#shared/storage/settings-schema.ts'

type Settings = Draft['settings']
type Setting = keyof Settings
type Picture = Draft['pictures'][number]

/**
 * Merges a form's changes from two tabs: each field has the value of the tab that changed it. `knownDrafts` are the last draft that this
 * tab wrote and the drafts that it has read since.
 */
export function mergeDraft(knownDrafts: readonly Draft[], ownDraft: Draft, storedDraft: Draft): Draft {
  const pictures = ownDraft.pictures.map((picture, index) => {
    const isChangedHere = knownDrafts.every(({ pictures }) => pictureKey(picture) !== pictureKey(pictures[index]))
    return (isChangedHere ? picture : storedDraft.pictures[index]) ?? null
  })
  return {
    owner: ownDraft.owner,
    settings: mergeSettings(
      knownDrafts.map(({ settings }) => settings),
      ownDraft.settings,
      storedDraft.settings,
    ),
    pictures,
  }
}

export function mergeSettings(knownSettings: readonly Settings[], ownSettings: Settings, storedSettings: Settings): Settings {
  const names = new Set([...Object.keys(ownSettings), ...Object.keys(storedSettings)] as Setting[])
  const merged = [...names].map((setting) => {
    const comparedSetting = setting === 'templateName' ? 'templateId' : setting
    const isChangedHere = knownSettings.every(
      (settings) => JSON.stringify(ownSettings[comparedSetting]) !== JSON.stringify(settings[comparedSetting]),
    )
    return [setting, (isChangedHere ? ownSettings : storedSettings)[setting]]
  })
  return Object.fromEntries(merged)
}

/** A key that is equal for two pictures prepared from the same source in the same way. */
export function pictureKey(picture: Picture | undefined): string {
  return picture ? JSON.stringify([picture.sourceId, picture.image.sha256, picture.wish]) : ''
}

/**
 * The unsaved settings of a form. `known`: the settings of the drafts that this tab wrote and read. They separate this tab's changes from
 * another tab's.
 */
const unsavedSchema = z.object({ settings: settingsSchema, known: z.array(settingsSchema) })
type UnsavedSettings = z.infer<typeof unsavedSchema>

const UNSAVED_PREFIX = 'unsaved/'

/** Stores a form's settings for this tab when the page ends before they are in the database. The browser may reject the write. */
export function storeUnsaved(key: string, unsaved: UnsavedSettings): void {
  try {
    sessionStorage.setItem(UNSAVED_PREFIX + key, JSON.stringify(unsaved))
  } catch {
    // The browser has no storage, or no space in it. The settings are lost.
  }
}

/** Returns the unsaved settings, and deletes them. */
export function consumeUnsaved(key: string): UnsavedSettings | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(UNSAVED_PREFIX + key) ?? 'null')
    forgetUnsaved(key)
    return unsavedSchema.safeParse(stored).data
  } catch {
    return undefined
  }
}

export function forgetUnsaved(key: string): void {
  try {
    sessionStorage.removeItem(UNSAVED_PREFIX + key)
  } catch {
    // If the browser blocks the removal, nothing was stored.
  }
}
