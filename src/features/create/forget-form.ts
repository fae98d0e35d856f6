import { createState } from './create-state.ts'
import { forgetDraft, keepDraftAsStored } from './draft-store.ts'
import { DEFAULT_SETTINGS } from './model-options.ts'
import { dropFormPicture } from './picture-actions.ts'
import { withSeed } from './take-seed.ts'

/** The person has logged out: what was being prepared is stopped, and the form is empty, here and on the device. */
export async function forgetForm(): Promise<void> {
  emptyForm()
  await forgetDraft()
}

/** The person's session is over: the form is empty, and what is stored of it waits for their next login. */
export function putFormAway(): void {
  keepDraftAsStored()
  emptyForm()
}

/** Somebody else is here: a form that is open looks for what is stored of theirs. */
export function lookForDraft(): void {
  createState.draftReads += 1
}

function emptyForm(): void {
  dropFormPicture()
  Object.assign(createState, { settings: withSeed(DEFAULT_SETTINGS), take: 0, hasChosen: false, problem: null })
}
