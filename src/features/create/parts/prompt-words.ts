import { openRecords } from '#shared/browser/record-store.ts'
import { COMPOSER_DATABASE } from '#shared/storage/keys.ts'
import { api } from '#src/lib/api.ts'
import { proxy } from '#src/lib/state.ts'
import type { PromptWordsState } from './create-prompt-words.ts'
import { createPromptWords } from './create-prompt-words.ts'

export const promptWords = proxy<PromptWordsState>({ words: [] })

const list = createPromptWords(promptWords, { api, records: openRecords(COMPOSER_DATABASE), nowMs: Date.now })

/** Shows the words for prompts, and asks for them again when they are no longer fresh. */
export function loadPromptWords(): Promise<void> {
  return list.load()
}
