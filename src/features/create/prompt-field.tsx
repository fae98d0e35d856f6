import type { ReactElement } from 'react'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { TextArea } from '#src/ui/text-area.tsx'
import { changeSettings } from './form-actions.ts'
import { useComposer } from './use-composer.ts'

export function PromptField(): ReactElement {
  const text = useText()
  const composer = useComposer()
  const { prompt } = useSnapshot(composer.state).settings
  return (
    <TextArea
      label={text('create.prompt')}
      placeholder={text('create.promptExample')}
      value={prompt}
      maxLength={MAX_PROMPT_LENGTH}
      counter={text('create.counter', { used: formatNumber(prompt.length), limit: formatNumber(MAX_PROMPT_LENGTH) })}
      hint={text('create.promptHint')}
      shortcut={text('create.shortcut')}
      onValue={(next) => changeSettings(composer, { prompt: next })}
    />
  )
}
