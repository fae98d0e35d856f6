import type { Draft } from '#shared/storage/draft-record.ts'
import { settingsSchema } from '#shared/storage/settings-schema.ts'

type Settings = Draft['settings']

const UNSAVED_PREFIX = 'unsaved/'

/** Settings of a form whose page went away before they were stored: for this tab alone, and a browser may refuse. */
export function storeUnsaved(key: string, settings: Settings): void {
  try {
    sessionStorage.setItem(UNSAVED_PREFIX + key, JSON.stringify(settings))
  } catch {
    // A browser without room or storage.
  }
}

/** Gives them once. */
export function takeUnsaved(key: string): Settings | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(UNSAVED_PREFIX + key) ?? 'null')
    forgetUnsaved(key)
    return settingsSchema.safeParse(stored).data
  } catch {
    return undefined
  }
}

export function forgetUnsaved(key: string): void {
  try {
    sessionStorage.removeItem(UNSAVED_PREFIX + key)
  } catch {
    // Where nothing can be removed, nothing was stored.
  }
}
