import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { sourcePictures } from '#src/features/tasks/source-pictures.ts'
import { EditForm } from './edit-form.tsx'
import { RowFrame } from './row-frame.tsx'

interface EditableRowProps {
  readonly item: OutboxItem
  /** What can be done, around the button that opens and closes the form. */
  readonly before?: ReactNode
  readonly after: ReactNode
  readonly hasActions: boolean
  readonly children: ReactNode
}

/** A commit that can be changed in place as long as no byte of it was sent. */
export function EditableRow({ item, before, after, hasActions, children }: EditableRowProps): ReactElement {
  const text = useText()
  const source = useSnapshot(sourcePictures)[item.id]
  const [isEditing, setEditing] = useState(false)
  const editButton = item.isEditable && (
    <Button look="plain" icon="edit" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
      {text('work.edit')}
    </Button>
  )
  const actions = (
    <>
      {before}
      {editButton}
      {after}
    </>
  )
  return (
    <RowFrame
      form={isEditing && item.isEditable && <EditForm item={item} onDone={() => setEditing(false)} />}
      source={source}
      settings={item.settings}
      hasCount
      {...(hasActions ? { actions } : {})}
    >
      {children}
    </RowFrame>
  )
}
