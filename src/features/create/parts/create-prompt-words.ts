import type { ApiClient } from '#shared/api/client.ts'
import type { RecordStore } from '#shared/browser/record-store.ts'
import { getPromptWords } from '#shared/api/prompts.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { promptWordsRecord } from '#shared/storage/composer-records.ts'
import { PROMPT_WORDS_KEY } from '#shared/storage/keys.ts'

export interface PromptWordsState {
  /** Empty as long as none are known. */
  words: readonly string[]
}

interface PromptWordsDeps {
  readonly api: ApiClient
  readonly records: RecordStore
  readonly nowMs: () => number
}

/** Shows the words this device remembers at once, and asks for new ones when they are older than LISTS_FRESH_MS. Calls that meet share one load. */
export function createPromptWords(state: PromptWordsState, { api, records, nowMs }: PromptWordsDeps) {
  let loading: Promise<void> | undefined

  async function loadNow(): Promise<void> {
    const stored = await records.read(PROMPT_WORDS_KEY, promptWordsRecord)
    if (stored !== undefined) show(stored.words)
    if (stored !== undefined && nowMs() - stored.storedAtMs < LISTS_FRESH_MS) return
    const answer = await api.call(getPromptWords, {})
    if (!answer.ok) return
    show(answer.value.words)
    await records.write(PROMPT_WORDS_KEY, promptWordsRecord, { words: answer.value.words, storedAtMs: nowMs() })
  }

  function show(words: readonly string[]): void {
    state.words = [...new Set(words)]
  }

  return {
    load(): Promise<void> {
      loading ??= loadNow().finally(() => {
        loading = undefined
      })
      return loading
    },
  }
}
