import { memo, useEffect, useState } from 'react'
import type { BizType } from '#shared/domain/task.ts'
import { FIRST_FRAME_WORDS, FIRST_PROMPT_WORDS, hasPromptWord, togglePromptWord } from '#shared/domain/prompt-words.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { useText } from '#src/i18n/i18n.ts'
import { proxy, useSnapshot } from '#src/store/state.ts'
import { type RecordStore, openRecords } from '#shared/browser/record-store.ts'
import { COMPOSER_DATABASE, PROMPT_WORDS_KEY } from '#shared/storage/records.ts'
import { api } from '#src/hub-client/api.ts'
import { loadSketches, sketchesIfLoaded } from '#src/motion/load-sketches.ts'
import { planRequestOf } from '#src/motion/use-sketch-plan.ts'
import type { ApiClient } from '#shared/api/client.ts'
import { getPromptWords } from '#shared/api/prompts.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { promptWordsRecord } from '#shared/storage/prompt-records.ts'
import styles from './prompt-ideas.module.css'
import { changeSettings } from './form-actions.ts'
import { useComposer } from './use-composer.ts'
import { defaultSettings } from './model-options.ts'

/** The picture size and the seed for testing whether a word has an effect. The result does not depend on them. */
const TEST_PICTURE = { width: 16, height: 9 }
const TEST_SEED = 1

const promptWords = proxy<PromptWordsState>({ words: [] })

const wordList = createPromptWords(promptWords, { api, records: openRecords(COMPOSER_DATABASE), nowMs: Date.now })

const FIRST_WORDS_OF = { CUSTOM: FIRST_PROMPT_WORDS, HEAD_TAIL: FIRST_FRAME_WORDS, TEMPLATE: FIRST_PROMPT_WORDS } as const

/** The number of words that are shown before the user presses "show all". */
const FIRST_WORD_COUNT = FIRST_PROMPT_WORDS.length

/** Words that the motion engine understands. A press adds a word to the prompt or removes it. */
export const PromptIdeas = memo(function PromptIdeas() {
  const text = useText()
  const composer = useComposer()
  const { prompt } = useSnapshot(composer.state).settings
  const { words } = useSnapshot(promptWords)
  const [hasAll, setHasAll] = useState(false)
  useEffect(() => void loadPromptWords(), [])
  const effectiveWords = useEffectiveWords(words)
  const isWaiting = words.length === 0 || effectiveWords === null
  const allWords = isWaiting ? FIRST_WORDS_OF[composer.bizType] : effectiveWords
  const shownWords = allWords.filter((word, index) => hasAll || index < FIRST_WORD_COUNT || hasPromptWord(prompt, word))
  const toggle = (word: string) => {
    const next = togglePromptWord(composer.state.settings.prompt, word)
    if (next.length <= MAX_PROMPT_LENGTH) changeSettings(composer, { prompt: next })
  }
  return (
    <ul className={styles['ideas']} aria-label={text('create.ideas')}>
      {shownWords.map((word) => (
        <li key={word}>
          <button type="button" className={styles['idea']} aria-pressed={hasPromptWord(prompt, word)} onClick={() => toggle(word)}>
            {word}
          </button>
        </li>
      ))}
      {(isWaiting || allWords.length > FIRST_WORD_COUNT) && (
        <li>
          <button
            type="button"
            className={styles['more']}
            data-waiting={isWaiting || undefined}
            aria-expanded={hasAll}
            onClick={() => setHasAll(!hasAll)}
          >
            {text(hasAll ? 'compose.words.fewer' : 'compose.words.more')}
          </button>
        </li>
      )}
    </ul>
  )
})

/** Loads the prompt words, if they are not loaded or are outdated. */
function loadPromptWords(): Promise<void> {
  return wordList.load()
}

/**
 * The words that have an effect on this kind of video; null until known. A video between two pictures has no camera motion, and an effect
 * has its own camera motion.
 */
function useEffectiveWords(words: readonly string[]): readonly string[] | null {
  const { bizType, state } = useComposer()
  const { templateId } = useSnapshot(state).settings
  const [sketches, setSketches] = useState(sketchesIfLoaded)
  const isLoadNeeded = bizType !== 'CUSTOM' && sketches === null
  useEffect(() => {
    if (isLoadNeeded) void loadSketches().then(setSketches)
  }, [isLoadNeeded])
  const [effectiveWords, setEffectiveWords] = useState<{ readonly key: string; readonly words: readonly string[] } | null>(null)
  const needsFilter = bizType === 'HEAD_TAIL' || (bizType === 'TEMPLATE' && templateId !== undefined)
  const key = `${bizType} ${templateId} ${words.join()}`
  useEffect(() => {
    if (!needsFilter || sketches === null) return
    const unmounting = new AbortController()
    const isWordEffective = (word: string) => hasEffect(sketches.planSketch, bizType, templateId, word)
    void filterOneByOne(words, isWordEffective, unmounting.signal).then(
      (matching) => unmounting.signal.aborted || setEffectiveWords({ key, words: matching }),
    )
    return () => unmounting.abort()
  }, [needsFilter, sketches, bizType, templateId, words, key])
  if (!needsFilter) return words
  return effectiveWords?.key === key ? effectiveWords.words : null
}

/** Filters the words, each in its own task so that the page stays responsive: testing a word needs some milliseconds. */
async function filterOneByOne(
  words: readonly string[],
  isMatch: (word: string) => boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const matchingWords: string[] = []
  for (const word of words) {
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) break
    if (isMatch(word)) matchingWords.push(word)
  }
  return matchingWords
}

type PlanSketch = NonNullable<ReturnType<typeof sketchesIfLoaded>>['planSketch']

export function hasEffect(planSketch: PlanSketch, bizType: BizType, templateId: string | undefined, prompt: string): boolean {
  const request = planRequestOf({ ...defaultSettings(bizType), templateId, prompt, seed: TEST_SEED }, bizType, TEST_PICTURE, 0)
  const plan = request === null ? null : planSketch(request)
  return plan === null || plan.summary.unmet.length === 0
}

interface PromptWordsState {
  /** The prompt words; empty until loaded. */
  words: readonly string[]
}

interface PromptWordsDeps {
  readonly api: ApiClient
  readonly records: RecordStore
  readonly nowMs: () => number
}

/**
 * Shows the stored words at once, and requests new ones if the stored ones are older than LISTS_FRESH_MS. Concurrent calls share
 * one load.
 */
export function createPromptWords(state: PromptWordsState, { api, records, nowMs }: PromptWordsDeps) {
  let currentLoad: Promise<void> | undefined

  async function loadWords(): Promise<void> {
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
      currentLoad ??= loadWords().finally(() => {
        currentLoad = undefined
      })
      return currentLoad
    },
  }
}
