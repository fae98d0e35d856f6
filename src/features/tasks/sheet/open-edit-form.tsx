import type { ReactElement } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { EditForm } from './edit-form.tsx'
import { changeEdit, closeEdit, openEdits } from './open-edits.ts'

/** The form of a commit that is being changed, wherever in the sheet it stands by now. */
export function OpenEditForm({ item }: { readonly item: OutboxItem }): ReactElement | null {
  const edit = useSnapshot(openEdits).all[item.id]
  if (edit === undefined || !item.isEditable) return null
  const { id } = item
  return <EditForm id={id} settings={edit.settings} onChange={(settings) => changeEdit(id, settings)} onDone={() => closeEdit(id)} />
}
