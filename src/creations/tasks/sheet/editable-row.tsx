import type { ReactElement, ReactNode } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { Button } from '#src/design/button.tsx'
import { sourcePictures } from '../source-pictures.ts'
import { type StageWords, StageTime } from '../stage-line.tsx'
import styles from './editable-row.module.css'
import { closeEdit, openEdit, openEdits } from './open-edits.ts'
import { OpenEditForm } from './edit-form.tsx'
import { RowFrame } from './row-frame.tsx'

interface EditableRowProps {
  readonly item: OutboxItem
  /** Actions around the button that toggles the form. */
  readonly before?: ReactNode
  readonly after: ReactNode
  readonly hasActions: boolean
  readonly children: ReactNode
}

/** A commit that can be edited in place until its upload starts. */
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

/** The stage as text and its time, in one line. */
export function RowStage({ stage, sinceMs }: { readonly stage: StageWords; readonly sinceMs: number }): ReactElement {
  const text = useText()
  return (
    <p className={styles['stage']}>
      <span aria-live="polite">{text(stage.key, stage.values)}</span>
      <StageTime stage={stage} sinceMs={sinceMs} />
    </p>
  )
}
