import { cleanPrompt } from '#shared/domain/clean-prompt.ts'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useComposer, useShownPictures } from './use-composer.ts'
import { type Text, useText, errorText } from '#src/i18n/i18n.ts'
import { lazyPart, usePreload } from '#src/loading/lazy-part.ts'
import { proxy, useSnapshot, hubState } from '#src/store/state.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { Button } from '#src/design/button.tsx'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { missingPicture } from './commit-form.ts'
import { slotStatus } from './picture-slot-state.ts'
import { type Composer, preparedPictures } from './composer.ts'
import { api } from '#src/hub-client/api.ts'
import { track } from '#src/reporting/track.ts'
import { promptHistories } from './prompt-history.ts'
import styles from './prompt-tools.module.css'
import { replacePrompt, undoPrompt } from './replace-prompt.ts'
import { promptBefore, replacedPrompts } from './replaced-prompts.ts'
import { type SuggestionNote, type SuggestionPictures, type SuggestionState, createSuggestion } from './prompt-suggestion.ts'

const MINUTE_MS = 60_000

const NOTE_KEYS = {
  no_picture: 'compose.suggest.noPhoto',
  no_first: 'compose.suggest.noFirst',
  no_last: 'compose.suggest.noLast',
  preparing: 'compose.suggest.preparing',
  offline: 'compose.suggest.offline',
  same: 'compose.suggest.same',
} as const

const PromptHistoryDialog = lazyPart([], async () => (await import('./prompt-history-dialog.tsx')).PromptHistoryDialog)

/** The tools for the prompt: a suggestion for the picture, undo, and earlier prompts. */
export function PromptTools() {
  const text = useText()
  const composer = useComposer()
  const { prompt } = useSnapshot(composer.state).settings
  const formerPrompt = promptBefore(useSnapshot(replacedPrompts)[composer.bizType], prompt)
  const earlierPrompts = useSnapshot(promptHistories)[composer.bizType]
  const { isBusy, note, press } = useSuggestion()
  const [isOpen, setOpen] = useState(false)
  usePreload(PromptHistoryDialog)
  const isDialogShown = useAfterPaint(isOpen)
  return (
    <div>
      <div className={styles['tools']}>
        <Button variant="plain" icon="wand" isBusy={isBusy} onClick={press}>
          {text(isBusy ? 'compose.suggest.busy' : 'compose.suggest.start')}
        </Button>
        {formerPrompt !== null && (
          <Button variant="plain" icon="rotateLeft" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => undoPrompt(composer)}>
            {text('compose.undo')}
          </Button>
        )}
        {(earlierPrompts.length > 0 || isOpen) && (
          <Button variant="plain" icon="clock" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {text('compose.history.open')}
          </Button>
        )}
      </div>
      <output className={styles['note']}>
        {note !== null ? suggestionText(text, note) : formerPrompt !== null && formerPrompt !== '' && text('compose.replaced')}
      </output>
      {isDialogShown && (
        <Suspense>
          <PromptHistoryDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The sentence that says why a suggestion gave no new prompt. */
function suggestionText(text: Text, note: SuggestionNote): string {
  if (note.kind === 'failed') return errorText(note.code)
  if (note.kind === 'too_many') return text('compose.suggest.tooMany', { count: Math.max(1, Math.ceil(note.waitMs / MINUTE_MS)) })
  return text(NOTE_KEYS[note.kind])
}

/** Suggests a prompt for the form's pictures. The request is cancelled when a picture changes or the form is closed. */
function useSuggestion() {
  const composer = useComposer()
  const [state] = useState(() => proxy<SuggestionState>({ isBusy: false, note: null }))
  const suggestion = useMemo(() => createFormSuggestion(composer, state), [composer, state])
  const pictures = useShownPictures().join(' ')
  // oxlint-disable-next-line react/exhaustive-deps -- other pictures are what stops it
  useEffect(() => () => suggestion.stop(), [suggestion, pictures])
  return { ...useSnapshot(state), press: () => void suggestion.press() }
}

function createFormSuggestion(composer: Composer, state: SuggestionState) {
  return createSuggestion(state, {
    api,
    pictures: () => readyPictures(composer),
    isOnline: () => hubState.connection.isOnline,
    insert: (prompt) => replacePrompt(composer, cleanPrompt(prompt)),
    onResult(failReason) {
      const name = trackMode(composer.bizType)
      track('prompt_suggest', failReason === null ? { name, result: 'success' } : { name, result: 'fail', fail_reason: failReason })
    },
  })
}

function readyPictures(composer: Composer): SuggestionPictures {
  const statuses = composer.slots.map(({ state }) => slotStatus(state))
  if (statuses.includes('preparing')) return 'preparing'
  return preparedPictures(composer) ?? missingPicture(statuses)
}
