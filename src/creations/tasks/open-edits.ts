import { useEffect, useEffectEvent } from 'react'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import { proxy } from '#src/store/state.ts'
import { text } from '#src/i18n/i18n.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { showToast } from '#src/design/toast.ts'

interface OpenEdit {
  readonly bizType: BizType
  /** The account that owns the commit. */
  readonly owner: string
  readonly settings: GenerationSettings
  /** The settings of the commit when its form was opened. */
  readonly settingsAtOpening: GenerationSettings
}

/** The commits that the user is editing in this tab, by id. A row retains its form when it moves within the work sheet. */
export const openEdits = proxy<{ all: Readonly<Record<string, OpenEdit>> }>({ all: {} })

export function openEdit({ id, bizType, settings }: Pick<OutboxItem, 'id' | 'bizType' | 'settings'>, owner: string): void {
  openEdits.all = { ...openEdits.all, [id]: { bizType, owner, settings, settingsAtOpening: settings } }
}

export function changeEdit(id: string, settings: GenerationSettings): void {
  const edit = openEdits.all[id]
  if (edit !== undefined) openEdits.all = { ...openEdits.all, [id]: { ...edit, settings } }
}

export function closeEdit(id: string): void {
  const { [id]: _closed, ...others } = openEdits.all
  openEdits.all = others
}

/** Closes the forms of commits that can't be edited any more. Returns this owner's edits that had unsaved changes. */
export function closeMissedEdits(outbox: readonly Pick<OutboxItem, 'id' | 'isEditable'>[], owner: string): readonly OpenEdit[] {
  const editable = new Set(outbox.filter(({ isEditable }) => isEditable).map(({ id }) => id))
  const missedEdits = Object.entries(openEdits.all).filter(([id]) => !editable.has(id))
  for (const [id] of missedEdits) closeEdit(id)
  return missedEdits
    .map(([, edit]) => edit)
    .filter((edit) => edit.owner === owner && JSON.stringify(edit.settings) !== JSON.stringify(edit.settingsAtOpening))
}

export type StoreWords = (bizType: BizType, words: string) => unknown

/** If a commit can't be edited any more while its form has unsaved changes, shows that to the user and stores the prompt of the form. */
export function useMissedEdits(outbox: readonly OutboxItem[], storeWords: StoreWords): void {
  const owner = useAccountId()
  const onMissed = useEffectEvent(storeWords)
  useEffect(() => {
    for (const { bizType, settings } of closeMissedEdits(outbox, owner)) {
      void onMissed(bizType, settings.prompt)
      void showToast({ id: 'work', color: 'error', title: text('work.notChanged'), description: text('work.tooLate') })
    }
  }, [outbox, owner])
}
