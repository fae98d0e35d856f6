import type { ReactElement } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import type { MoveTargets } from '#src/features/tasks/work-sections.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { outboxStage } from '#src/features/tasks/stage-words.ts'
import { discardCommit, moveCommit } from '#src/features/tasks/task-actions.ts'
import { EditableRow } from './editable-row.tsx'
import { RowStage } from './row-stage.tsx'

/** A commit that has not been sent: it can be changed, moved and taken back. */
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
