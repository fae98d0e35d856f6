import { createState } from './create-state.ts'
import { forgetDraft } from './draft-store.ts'
import { DEFAULT_SETTINGS } from './model-options.ts'
import { removePicture } from './picture-actions.ts'

/** The person has logged out: what was being prepared is stopped, and the form is empty, here and on the device. */
export async function forgetForm(): Promise<void> {
  removePicture()
  Object.assign(createState, { settings: DEFAULT_SETTINGS, problem: null })
  await forgetDraft()
}
