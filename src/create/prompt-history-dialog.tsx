import { useState } from 'react'
import { findPrompts } from '#shared/domain/prompt-history.ts'
import { useComposer } from './use-composer.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { Dialog } from '#src/design/dialog.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { promptHistories, promptHistory } from './prompt-history.ts'
import styles from './prompt-history-dialog.module.css'
import { replacePrompt } from './replace-prompt.ts'

/**
 * The prompts that were sent from this form. A press inserts one into the form. Clearing the list can be undone while the dialog is
 * open.
 */
export function PromptHistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const composer = useComposer()
  const { bizType } = composer
  const prompts = useSnapshot(promptHistories)[bizType]
  const [search, setSearch] = useState('')
  const [clearedPrompts, setClearedPrompts] = useState<readonly string[] | null>(null)
  const matchingPrompts = findPrompts(prompts, search)
  const isEmpty = prompts.length === 0
  const choosePrompt = (prompt: string) => {
    replacePrompt(composer, prompt)
    onClose()
  }
  const clear = () => {
    setClearedPrompts([...prompts])
    void promptHistory.put(bizType, [])
  }
  const restore = () => {
    void promptHistory.put(bizType, clearedPrompts ?? [])
    setClearedPrompts(null)
  }
  return (
    <Dialog title={text('compose.history.title')} closeLabel={text('dialog.close')} shape="sheet" onClose={onClose}>
      <div className={styles['body']}>
        <p className={styles['lead']}>
          {text('compose.history.lead')} <span className={styles['keys']}>{text('compose.history.leadKeys')}</span>
        </p>
        <TextField
          label={text('compose.history.search')}
          type="search"
          icon="search"
          placeholder={text('compose.history.searchHint')}
          value={search}
          onValue={setSearch}
        />
        <ul className={styles['prompts']} aria-label={text('compose.history.title')}>
          {matchingPrompts.map((prompt) => (
            <li key={prompt}>
              <button type="button" className={styles['prompt']} dir="auto" onClick={() => choosePrompt(prompt)}>
                <span className={styles['words']}>{prompt}</span>
              </button>
            </li>
          ))}
        </ul>
        <output>
          {clearedPrompts !== null && isEmpty && <StateNote icon="check" title={text('compose.history.cleared')} />}
          {!isEmpty && matchingPrompts.length === 0 && <StateNote icon="search" title={text('compose.history.nothing')} />}
        </output>
        {clearedPrompts !== null && isEmpty ? (
          <Button icon="rotateLeft" onClick={restore}>
            {text('compose.undo')}
          </Button>
        ) : (
          <Button variant="danger" disabled={isEmpty} onClick={clear}>
            {text('compose.history.clear')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
