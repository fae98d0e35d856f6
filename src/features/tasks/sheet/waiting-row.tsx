import type { ReactElement } from 'react'
import { useState } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import type { MoveTargets } from '#src/features/tasks/work-sections.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { sourcePictures } from '#src/features/tasks/source-pictures.ts'
import { outboxStage } from '#src/features/tasks/stage-words.ts'
import { discardCommit, moveCommit } from '#src/features/tasks/task-actions.ts'
import { EditForm } from './edit-form.tsx'
import { RowFrame } from './row-frame.tsx'
import { RowStage } from './row-stage.tsx'

/** A commit that has not been sent: it can be changed, moved and taken back. */
export function WaitingRow({ item, targets }: { readonly item: OutboxItem; readonly targets: MoveTargets }): ReactElement {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const source = useSnapshot(sourcePictures)[item.id]
  const [isEditing, setEditing] = useState(false)
  const { up, down } = targets
  const actions = (
    <>
      <Button look="plain" icon="edit" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
        {text('work.edit')}
      </Button>
      {(up !== undefined || down !== undefined) && (
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
      )}
      <Button look="plain" onClick={() => void discardCommit(item.id)}>
        {text('work.cancel')}
      </Button>
    </>
  )
  return (
    <RowFrame
      form={isEditing && item.isEditable && <EditForm item={item} onDone={() => setEditing(false)} />}
      source={source}
      settings={item.settings}
      hasCount
      {...(item.isEditable ? { actions } : {})}
    >
      <RowStage stage={outboxStage(item, isOnline)} sinceMs={item.createdAtMs} />
    </RowFrame>
  )
}
