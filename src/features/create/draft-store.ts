import type { Draft } from '#shared/storage/page-records.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { DRAFT_DATABASE } from '#shared/storage/keys.ts'
import { draftRecord } from '#shared/storage/page-records.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { createState } from './create-state.ts'
import { dropPicture, heldPicture } from './held-picture.ts'
import { DEFAULT_SETTINGS } from './model-options.ts'

const DRAFT_KEY = 'image-to-video'
const SAVE_AFTER_MS = 250

const records = openRecords(DRAFT_DATABASE)
let timer: ReturnType<typeof setTimeout> | undefined

export function readDraft(): Promise<Draft | undefined> {
  return records.read(DRAFT_KEY, draftRecord)
}

/** Writes the form as it stands soon, and at once when the page goes away. */
export function saveDraftSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void saveDraft(), SAVE_AFTER_MS)
}

export function saveDraftOnLeave(): () => void {
  const saveNow = () => timer !== undefined && void saveDraft()
  addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', saveNow)
  return () => {
    removeEventListener('pagehide', saveNow)
    document.removeEventListener('visibilitychange', saveNow)
  }
}

/** The person has logged out: the form is empty, here and on the device. */
export async function forgetDraft(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  dropPicture()
  Object.assign(createState, { settings: DEFAULT_SETTINGS, picture: { status: 'none' }, problem: null })
  await records.remove(DRAFT_KEY)
}

async function saveDraft(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const written = await records.write(DRAFT_KEY, draftRecord, { settings: { ...createState.settings }, picture: heldPicture() })
  pageStorage.problem = written.ok ? null : written.error.code
}
