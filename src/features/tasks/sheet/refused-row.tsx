import type { ReactElement } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { UNKNOWN_CODE } from '#shared/api/error-codes.ts'
import { failureText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { CardNote } from '#src/features/tasks/card-note.tsx'
import { SendAgainButton } from '#src/features/tasks/send-again-button.tsx'
import { discardCommit } from '#src/features/tasks/task-actions.ts'
import { EditableRow } from './editable-row.tsx'

/** A commit the server said no to; the person changes it, sends it again or lets it go. */
export function RefusedRow({ item }: { readonly item: OutboxItem }): ReactElement {
  const text = useText()
  return (
    <EditableRow
      item={item}
      hasActions
      before={<SendAgainButton item={item} look="plain" />}
      after={
        <Button look="plain" onClick={() => void discardCommit(item.id)}>
          {text('tasks.dismiss')}
        </Button>
      }
    >
      <CardNote title={text('work.refused')} detail={failureText(item.error ?? { code: UNKNOWN_CODE })} />
    </EditableRow>
  )
}
