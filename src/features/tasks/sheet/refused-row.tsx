import type { ReactElement } from 'react'
import { useState } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { CardNote } from '#src/features/tasks/card-note.tsx'
import { SendAgainButton } from '#src/features/tasks/send-again-button.tsx'
import { sourcePictures } from '#src/features/tasks/source-pictures.ts'
import { discardCommit } from '#src/features/tasks/task-actions.ts'
import { EditForm } from './edit-form.tsx'
import { RowFrame } from './row-frame.tsx'

/** A commit the server said no to; the person changes it, sends it again or lets it go. */
export function RefusedRow({ item }: { readonly item: OutboxItem }): ReactElement {
  const text = useText()
  const source = useSnapshot(sourcePictures)[item.id]
  const [isEditing, setEditing] = useState(false)
  const actions = (
    <>
      <SendAgainButton item={item} look="plain" />
      {item.isEditable && (
        <Button look="plain" icon="edit" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {text('work.edit')}
        </Button>
      )}
      <Button look="plain" onClick={() => void discardCommit(item.id)}>
        {text('tasks.dismiss')}
      </Button>
    </>
  )
  return (
    <RowFrame
      form={isEditing && item.isEditable && <EditForm item={item} onDone={() => setEditing(false)} />}
      source={source}
      settings={item.settings}
      hasCount
      actions={actions}
    >
      <CardNote title={text('work.refused')} detail={errorText(item.error?.code ?? 'H5001')} />
    </RowFrame>
  )
}
