import type { KeyboardEvent, ReactElement } from 'react'
import { memo, useMemo, useRef } from 'react'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useFocusHeir } from '#src/lib/use-focus-heir.ts'
import { TextArea } from '#src/ui/text-area.tsx'
import type { Composer } from './composer.ts'
import { changeSettings } from './form-actions.ts'
import { createPromptWalk } from './parts/create-prompt-walk.ts'
import { promptHistories } from './parts/prompt-history.ts'
import { PromptTools } from './parts/prompt-tools.tsx'
import { undoPrompt } from './parts/write-prompt.ts'
import { useComposer } from './use-composer.ts'

const EXAMPLES = { CUSTOM: 'create.promptExample', HEAD_TAIL: 'compose.example.frames', TEMPLATE: 'compose.example.effect' } as const
const HINTS = { CUSTOM: 'create.promptHint', HEAD_TAIL: 'compose.hint.look', TEMPLATE: 'compose.hint.look' } as const

/** The words of a wish. Alt with the arrows up and down leads through earlier ones, and undo brings back what something else took the place of. */
export const PromptField = memo(function PromptField(): ReactElement {
  const text = useText()
  const composer = useComposer()
  const { prompt } = useSnapshot(composer.state).settings
  const walk = useMemo(() => walkOf(composer), [composer])
  const group = useRef<HTMLDivElement>(null)
  useFocusHeir(group)
  const onKey = (event: KeyboardEvent) => {
    if (isTaken(event, composer, walk)) event.preventDefault()
  }
  return (
    <div ref={group} tabIndex={-1}>
      <TextArea
        label={text('create.prompt')}
        placeholder={text(EXAMPLES[composer.bizType])}
        value={prompt}
        maxLength={MAX_PROMPT_LENGTH}
        counter={text('create.counter', { used: formatNumber(prompt.length), limit: formatNumber(MAX_PROMPT_LENGTH) })}
        hint={text(HINTS[composer.bizType])}
        shortcut={text('create.shortcut')}
        onKeyDown={onKey}
        onValue={(next) => changeSettings(composer, { prompt: next })}
      />
      <PromptTools />
    </div>
  )
})

function walkOf(composer: Composer) {
  return createPromptWalk({
    prompts: () => promptHistories[composer.bizType],
    written: () => composer.state.settings.prompt,
    write: (prompt) => changeSettings(composer, { prompt }),
  })
}

function isTaken({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, composer: Composer, walk: ReturnType<typeof walkOf>): boolean {
  if (altKey && key === 'ArrowUp') return walk.older() || true
  if (altKey && key === 'ArrowDown') return walk.newer() || true
  const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
  return isUndo && undoPrompt(composer)
}
