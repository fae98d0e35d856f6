import type { ReactElement } from 'react'
import { Suspense, useState } from 'react'
import { useComposer } from '#src/features/create/use-composer.ts'
import { useText } from '#src/lib/i18n.ts'
import { warmPart } from '#src/lib/lazy-part.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useAfterPaint } from '#src/lib/use-after-paint.ts'
import { Button } from '#src/ui/button.tsx'
import { promptHistories } from './prompt-history.ts'
import styles from './prompt-tools.module.css'
import { promptBefore, replacedPrompts } from './replaced-prompt.ts'
import { suggestionText } from './suggestion-text.ts'
import { useSuggestion } from './use-suggestion.ts'
import { undoPrompt } from './write-prompt.ts'

const PromptHistoryDialog = warmPart([], async () => (await import('./prompt-history-dialog.tsx')).PromptHistoryDialog)

/** What helps with the words: a suggestion from the picture, the person's own words back, and earlier prompts. */
export function PromptTools(): ReactElement {
  const text = useText()
  const composer = useComposer()
  const { prompt } = useSnapshot(composer.state).settings
  const before = promptBefore(useSnapshot(replacedPrompts)[composer.bizType], prompt)
  const earlier = useSnapshot(promptHistories)[composer.bizType]
  const { isBusy, note, press } = useSuggestion()
  const [isOpen, setOpen] = useState(false)
  const isShown = useAfterPaint(isOpen)
  return (
    <div>
      <div className={styles['tools']}>
        <Button look="plain" icon="wand" isBusy={isBusy} onClick={press}>
          {text(isBusy ? 'compose.suggest.busy' : composer.desks.length > 1 ? 'compose.suggest.frames' : 'compose.suggest.picture')}
        </Button>
        {before !== null && (
          <Button look="plain" icon="rotateLeft" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => undoPrompt(composer)}>
            {text('compose.undo')}
          </Button>
        )}
        {(earlier.length > 0 || isOpen) && (
          <Button look="plain" icon="clock" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {text('compose.history.open')}
          </Button>
        )}
      </div>
      <output className={styles['note']}>
        {note !== null ? suggestionText(text, note) : before !== null && before !== '' && text('compose.replaced')}
      </output>
      {isShown && (
        <Suspense>
          <PromptHistoryDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
