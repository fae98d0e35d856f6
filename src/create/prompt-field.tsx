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
  const promptCursor = useMemo(() => createFormCursor(composer), [composer])
  const group = useRef<HTMLDivElement>(null)
  useFocusFallback(group)
  const onKey = (event: React.KeyboardEvent) => {
    if (handlePromptKey(event, composer, promptCursor)) event.preventDefault()
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

function createFormCursor(composer: Composer) {
  return createPromptCursor({
    prompts: () => promptHistories[composer.bizType],
    currentPrompt: () => composer.state.settings.prompt,
    setPrompt: (prompt) => changeSettings(composer, { prompt }),
  })
}

function handlePromptKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: React.KeyboardEvent,
  composer: Composer,
  promptCursor: ReturnType<typeof createFormCursor>,
): boolean {
  if (altKey && key === 'ArrowUp') return promptCursor.older() || true
  if (altKey && key === 'ArrowDown') return promptCursor.newer() || true
  const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey
  return isUndo && undoPrompt(composer)
}

interface PromptCursorDeps {
  /** The earlier prompts, newest first. */
  readonly prompts: () => readonly string[]
  readonly currentPrompt: () => string
  readonly setPrompt: (prompt: string) => void
}

/** Steps through earlier prompts. The step after the newest prompt restores the user's own text unchanged. */
export function createPromptCursor({ prompts, currentPrompt, setPrompt }: PromptCursorDeps) {
  let ownText = ''
  /** The index of the shown earlier prompt; -1 for the user's own text. */
  let index = -1
  let shownPrompt: string | null = null

  function step(offset: 1 | -1): boolean {
    if (currentPrompt() !== shownPrompt) {
      ownText = currentPrompt()
      index = -1
    }
    const otherPrompts = prompts().filter((prompt) => prompt !== ownText)
    const nextIndex = Math.min(index + offset, otherPrompts.length - 1)
    if (nextIndex < -1 || nextIndex === index) return false
    index = nextIndex
    shownPrompt = index === -1 ? ownText : (otherPrompts[index] ?? ownText)
    setPrompt(shownPrompt)
    return true
  }

  return {
    /** Shows the next older prompt; false if there is none. */
    older: () => step(1),
    newer: () => step(-1),
  }
}
