import type { ReactElement } from 'react'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { useText } from '#src/lib/i18n.ts'
import { changeSettings } from './form-actions.ts'
import styles from './prompt-ideas.module.css'
import { useComposer } from './use-composer.ts'

const IDEAS = ['create.ideaPush', 'create.ideaPull', 'create.ideaPan', 'create.ideaOrbit'] as const

/** Camera words the engine understands; a press adds them to what is written. */
export function PromptIdeas(): ReactElement {
  const text = useText()
  const composer = useComposer()
  const add = (idea: string) => {
    const written = composer.state.settings.prompt.trim()
    const prompt = written === '' ? idea : `${written}, ${idea}`
    if (prompt.length <= MAX_PROMPT_LENGTH) changeSettings(composer, { prompt })
  }
  return (
    <ul className={styles['ideas']} aria-label={text('create.ideas')}>
      {IDEAS.map((key) => (
        <li key={key}>
          <button type="button" className={styles['idea']} onClick={() => add(text(key))}>
            {text(key)}
          </button>
        </li>
      ))}
    </ul>
  )
}
