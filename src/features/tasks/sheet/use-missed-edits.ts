import { useEffect, useEffectEvent } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { text } from '#src/lib/i18n.ts'
import { useAccountId } from '#src/lib/use-account-id.ts'
import type { BizType } from '#shared/domain/task.ts'
import { showToast } from '#src/ui/toast.ts'
import { closeMissed } from './open-edits.ts'

export type KeepWords = (bizType: BizType, words: string) => unknown

/** Tells when a commit can not be changed any more while somebody still does; their words stay to be used again. */
export function useMissedEdits(outbox: readonly OutboxItem[], keepWords: KeepWords): void {
  const owner = useAccountId()
  const keep = useEffectEvent(keepWords)
  useEffect(() => {
    for (const { bizType, settings } of closeMissed(outbox, owner)) {
      void keep(bizType, settings.prompt)
      void showToast({ id: 'work', color: 'error', title: text('work.notChanged'), description: text('work.tooLate') })
    }
  }, [outbox, owner])
}
