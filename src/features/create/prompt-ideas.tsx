import type { ReactElement } from 'react'
import { memo, useEffect, useState } from 'react'
import { FIRST_PROMPT_WORDS } from '#shared/domain/first-prompt-words.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { hasPromptWord, togglePromptWord } from '#shared/domain/prompt-word.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { changeSettings } from './form-actions.ts'
import { loadPromptWords, promptWords } from './parts/prompt-words.ts'
import { useMetWords } from './parts/use-met-words.ts'
import styles from './prompt-ideas.module.css'
import { useComposer } from './use-composer.ts'

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
