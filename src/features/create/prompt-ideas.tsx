import type { ReactElement } from 'react'
import type { BizType } from '#shared/domain/task.ts'
import type { PromptWordsState } from './parts/create-prompt-words.ts'
import { memo, useEffect, useMemo, useState } from 'react'
import { FIRST_PROMPT_WORDS } from '#shared/domain/first-prompt-words.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { hasPromptWord, togglePromptWord } from '#shared/domain/prompt-word.ts'
import { useText } from '#src/lib/i18n.ts'
import { proxy, useSnapshot } from '#src/lib/state.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { COMPOSER_DATABASE } from '#shared/storage/keys.ts'
import { api } from '#src/lib/api.ts'
import { loadSketches, sketchesIfLoaded } from '#src/lib/sketch/load-sketches.ts'
import { planRequestOf } from '#src/lib/sketch/plan-request.ts'
import { changeSettings } from './form-actions.ts'
import styles from './prompt-ideas.module.css'
import { useComposer } from './use-composer.ts'
import { createPromptWords } from './parts/create-prompt-words.ts'
import { defaultSettings } from './model-options.ts'

/** Any picture and seed: what words are good for does not depend on them. */
const PICTURE = { width: 16, height: 9 }
const SEED = 1

const promptWords = proxy<PromptWordsState>({ words: [] })

const list = createPromptWords(promptWords, { api, records: openRecords(COMPOSER_DATABASE), nowMs: Date.now })

/** So many are shown until the person asks for all. */
const FIRST_WORDS = FIRST_PROMPT_WORDS.length

/** Words that the engine understands: a press adds one to what is written, another takes it away. */
export const PromptIdeas = memo(function PromptIdeas(): ReactElement {
  const text = useText()
  const composer = useComposer()
  const { prompt } = useSnapshot(composer.state).settings
  const { words } = useSnapshot(promptWords)
  const [hasAll, setHasAll] = useState(false)
  useEffect(() => void loadPromptWords(), [])
  const isWaiting = words.length === 0
  const known = useMetWords(isWaiting ? FIRST_PROMPT_WORDS : words)
  const shown = known.filter((word, place) => hasAll || place < FIRST_WORDS || hasPromptWord(prompt, word))
  const toggle = (word: string) => {
    const next = togglePromptWord(composer.state.settings.prompt, word)
    if (next.length <= MAX_PROMPT_LENGTH) changeSettings(composer, { prompt: next })
  }
  return (
    <ul className={styles['ideas']} aria-label={text('create.ideas')}>
      {shown.map((word) => (
        <li key={word}>
          <button type="button" className={styles['idea']} aria-pressed={hasPromptWord(prompt, word)} onClick={() => toggle(word)}>
            {word}
          </button>
        </li>
      ))}
      {(isWaiting || known.length > FIRST_WORDS) && (
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

/** Shows the words for prompts, and asks for them again when they are no longer fresh. */
function loadPromptWords(): Promise<void> {
  return list.load()
}

type Sketches = NonNullable<ReturnType<typeof sketchesIfLoaded>>

/** The words that change something in a video of this kind: between two pictures there is no camera to move, and an effect has its own. */
function useMetWords(words: readonly string[]): readonly string[] {
  const { bizType, state } = useComposer()
  const { templateId } = useSnapshot(state).settings
  const [sketches, setSketches] = useState(sketchesIfLoaded)
  const isWanted = bizType !== 'CUSTOM' && sketches === null
  useEffect(() => {
    if (isWanted) void loadSketches().then(setSketches)
  }, [isWanted])
  return useMemo(() => {
    const isKnown = bizType === 'HEAD_TAIL' || (bizType === 'TEMPLATE' && templateId !== undefined)
    return sketches === null || !isKnown ? words : words.filter((word) => isMet(sketches, bizType, templateId, word))
  }, [sketches, bizType, templateId, words])
}

function isMet({ planSketch }: Sketches, bizType: BizType, templateId: string | undefined, prompt: string): boolean {
  const request = planRequestOf({ ...defaultSettings(bizType), templateId, prompt, seed: SEED }, bizType, PICTURE, 0)
  const plan = request === null ? null : planSketch(request)
  return plan === null || plan.summary.unmet.length === 0
}
