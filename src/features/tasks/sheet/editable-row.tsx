import type { ReactElement, ReactNode } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useAccountId } from '#src/lib/use-account-id.ts'
import { Button } from '#src/ui/button.tsx'
import { sourcePictures } from '#src/features/tasks/source-pictures.ts'
import { closeEdit, openEdit, openEdits } from './open-edits.ts'
import { OpenEditForm } from './open-edit-form.tsx'
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
  const owner = useAccountId()
  const isEditing = useSnapshot(openEdits).all[item.id] !== undefined
  const turn = () => (isEditing ? closeEdit(item.id) : openEdit(item, owner))
  const editButton = item.isEditable && (
    <Button look="plain" icon="edit" aria-expanded={isEditing} onClick={turn}>
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
    <RowFrame form={<OpenEditForm item={item} />} source={source} settings={item.settings} hasCount {...(hasActions ? { actions } : {})}>
      {children}
    </RowFrame>
  )
}
