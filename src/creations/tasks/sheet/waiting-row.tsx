import type { ReactElement } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { IconButton } from '#src/design/icon-button.tsx'
import { UNKNOWN_CODE } from '#shared/api/error-codes.ts'
import { failureText } from '#src/platform/error-text.ts'
import type { MoveTargets } from '../work-sections.ts'
import { outboxStage } from '../stage-line.tsx'
import { discardCommit, moveCommit } from '../task-actions.ts'
import { CardNote } from '../card-note.tsx'
import { SendAgainButton } from '../send-again-button.tsx'
import { EditableRow, RowStage } from './editable-row.tsx'

/** An unsent commit: it can be edited, moved and discarded. */
export function WaitingRow({ item, targets }: { readonly item: OutboxItem; readonly targets: MoveTargets }): ReactElement {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const { up, down } = targets
  const moves = (up !== undefined || down !== undefined) && (
    <>
      <IconButton
        icon="up"
        label={text('work.moveUp')}
        aria-disabled={up === undefined || undefined}
        onClick={() => up !== undefined && void moveCommit(item.id, up)}
      />
      <IconButton
        icon="down"
        label={text('work.moveDown')}
        aria-disabled={down === undefined || undefined}
        onClick={() => down !== undefined && void moveCommit(item.id, down)}
      />
    </>
  )
  return (
    <EditableRow
      item={item}
      hasActions={item.isEditable}
      after={
        <>
          {moves}
          <Button look="plain" onClick={() => void discardCommit(item.id)}>
            {text('work.cancel')}
          </Button>
        </>
      }
    >
      <RowStage stage={outboxStage(item, isOnline)} sinceMs={item.createdAtMs} />
    </EditableRow>
  )
}

/** A refused commit: it can be edited, sent again or discarded. */
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
