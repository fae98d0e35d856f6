import { z } from 'zod/mini'
import { settingsSchema } from '#shared/storage/settings-schema.ts'

/** `known`: what the tab had written and read, so that another tab's changes are told from its own. */
const unsavedSchema = z.object({ settings: settingsSchema, known: z.array(settingsSchema) })
type Unsaved = z.infer<typeof unsavedSchema>

const UNSAVED_PREFIX = 'unsaved/'

/** Settings of a form whose page went away before they were stored: for this tab alone, and a browser may refuse. */
export function storeUnsaved(key: string, unsaved: Unsaved): void {
  try {
    sessionStorage.setItem(UNSAVED_PREFIX + key, JSON.stringify(unsaved))
  } catch {
    // A browser without room or storage.
  }
}

/** Gives them once. */
export function takeUnsaved(key: string): Unsaved | undefined {
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
    // Where nothing can be removed, nothing was stored.
  }
}
