import { openRecords } from '#shared/browser/record-store.ts'
import { COMPOSER_DATABASE } from '#shared/storage/keys.ts'
import { formsOwner } from '#src/features/create/forms-owner.ts'
import { proxy } from '#src/lib/state.ts'
import type { PromptHistories } from './create-prompt-history.ts'
import { createPromptHistory } from './create-prompt-history.ts'

/** The prompts that were sent from each kind of form, newest first. */
export const promptHistories = proxy<PromptHistories>({ CUSTOM: [], HEAD_TAIL: [], TEMPLATE: [] })

export const promptHistory = createPromptHistory(promptHistories, {
  records: openRecords(COMPOSER_DATABASE),
  owner: formsOwner,
})
