import { z } from 'zod/mini'
import type { Draft } from '#shared/storage/draft-record.ts'
import { settingsSchema } from '#shared/storage/settings-schema.ts'

type Settings = Draft['settings']
type Setting = keyof Settings
type Picture = Draft['pictures'][number]

/**
 * Merges a form's changes from two tabs. Each field gets the value from the tab that changed it. `known` has the versions that this tab
 * wrote last and has read since.
 */
export function mergeDraft(known: readonly Draft[], mine: Draft, stored: Draft): Draft {
  const pictures = mine.pictures.map((picture, index) => {
    const isMine = known.every(({ pictures }) => pictureKey(picture) !== pictureKey(pictures[index]))
    return (isMine ? picture : stored.pictures[index]) ?? null
  })
  return {
    owner: mine.owner,
    settings: mergeSettings(
      known.map(({ settings }) => settings),
      mine.settings,
      stored.settings,
    ),
    pictures,
  }
}

export function mergeSettings(known: readonly Settings[], mine: Settings, stored: Settings): Settings {
  const names = new Set([...Object.keys(mine), ...Object.keys(stored)] as Setting[])
  const merged = [...names].map((setting) => {
    const decisive = setting === 'templateName' ? 'templateId' : setting
    const isMine = known.every((settings) => JSON.stringify(mine[decisive]) !== JSON.stringify(settings[decisive]))
    return [setting, (isMine ? mine : stored)[setting]]
  })
  return Object.fromEntries(merged)
}

/** Equal for two pictures that are prepared from the same source in the same way. */
export function pictureKey(picture: Picture | undefined): string {
  return picture ? JSON.stringify([picture.sourceId, picture.image.sha256, picture.wish]) : ''
}

/** `known`: the versions that the tab wrote and read. They separate its own changes from another tab's. */
const unsavedSchema = z.object({ settings: settingsSchema, known: z.array(settingsSchema) })
type Unsaved = z.infer<typeof unsavedSchema>

const UNSAVED_PREFIX = 'unsaved/'

/** Stores the settings of a form whose page ends before they are in the database, for this tab only. The browser may reject the write. */
export function storeUnsaved(key: string, unsaved: Unsaved): void {
  try {
    sessionStorage.setItem(UNSAVED_PREFIX + key, JSON.stringify(unsaved))
  } catch {
    // The browser has no space or no storage.
  }
}

/** Returns the unsaved settings once. */
export function consumeUnsaved(key: string): Unsaved | undefined {
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
    // If removal is blocked, nothing was stored.
  }
}
