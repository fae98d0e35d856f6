import { memo, useMemo, useRef } from 'react'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useFocusFallback } from '#src/browser/focus-fallback.ts'
import { TextArea } from '#src/design/text-field.tsx'
import type { Composer } from './composer.ts'
import { changeSettings } from './form-actions.ts'
import { undoPrompt } from './replace-prompt.ts'
import { promptHistories } from './prompt-history.ts'
import { PromptTools } from './prompt-tools.tsx'
import { useComposer } from './use-composer.ts'

const EXAMPLES = { CUSTOM: 'create.promptExample', HEAD_TAIL: 'compose.example.frames', TEMPLATE: 'compose.example.effect' } as const
const HINTS = { CUSTOM: 'create.promptHint', HEAD_TAIL: 'compose.hint.style', TEMPLATE: 'compose.hint.style' } as const

/** The prompt field. Alt+Up and Alt+Down step through earlier prompts. Undo restores a prompt that was replaced. */
export const PromptField = memo(function PromptField() {
  const text = useText()
  const composer = useComposer()
  const { prompt } = useSnapshot(composer.state).settings
  const walk = useMemo(() => walkOf(composer), [composer])
  const group = useRef<HTMLDivElement>(null)
  useFocusFallback(group)
  const onKey = (event: React.KeyboardEvent) => {
    if (handlePromptKey(event, composer, walk)) event.preventDefault()
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
  return createPromptCursor({
    prompts: () => promptHistories[composer.bizType],
    written: () => composer.state.settings.prompt,
    write: (prompt) => changeSettings(composer, { prompt }),
  })
}

function handlePromptKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: React.KeyboardEvent,
  composer: Composer,
  walk: ReturnType<typeof walkOf>,
): boolean {
  if (altKey && key === 'ArrowUp') return walk.older() || true
  if (altKey && key === 'ArrowDown') return walk.newer() || true
  const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
  return isUndo && undoPrompt(composer)
}

interface PromptWalkDeps {
  /** The earlier prompts, newest first. */
  readonly prompts: () => readonly string[]
  readonly written: () => string
  readonly write: (prompt: string) => void
}

/** Steps through earlier prompts. The newest end is the user's own text, which is restored unchanged. */
export function createPromptCursor({ prompts, written, write }: PromptWalkDeps) {
  let own = ''
  /** The index of the shown earlier prompt; -1 for the user's own text. */
  let index = -1
  let shown: string | null = null

  function step(by: 1 | -1): boolean {
    if (written() !== shown) {
      own = written()
      index = -1
    }
    const known = prompts().filter((prompt) => prompt !== own)
    const next = Math.min(index + by, known.length - 1)
    if (next < -1 || next === index) return false
    index = next
    shown = index === -1 ? own : (known[index] ?? own)
    write(shown)
    return true
  }

  return {
    /** Shows the next older prompt; false if there is none. */
    older: () => step(1),
    newer: () => step(-1),
  }
}
