import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { PUSH_KEPT_MS, TOLD_BY_PUSH } from '#shared/domain/push-rules.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { announcedRecord, pushedRecord } from '#shared/storage/hub-records.ts'
import { ANNOUNCED_PREFIX, announcedKey, PUSHED_PREFIX, pushedKey } from '#shared/storage/keys.ts'

export interface PushNote {
  /** Nobody on this device has told it yet; from now on somebody has. */
  readonly isNews: boolean
  /** Ends that nobody has looked at here, with this one. */
  readonly unseen: number
}

/** Claims the telling of a task's end for this device, where the hub claims it for its tabs. Rule: docs/rules.md, "Announcements". */
export function notePush(store: Store, taskId: string, nowMs: number): Promise<PushNote> {
  return store.write(async (tx) => {
    const known = parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
    const wasPushed = (await tx.get(pushedKey(taskId))) !== undefined
    const isNews = !wasPushed && (known === undefined || known.announcedBy === null)
    if (isNews) tx.put(pushedKey(taskId), toStored(pushedRecord, { taskId, pushedAtMs: nowMs, isSeen: false }))
    if (known?.announcedBy === null) tx.put(announcedKey(taskId), toStored(announcedRecord, { ...known, announcedBy: TOLD_BY_PUSH }))
    return { isNews, unseen: await countUnseen(tx, nowMs) }
  })
}

/** The person has pressed the notification. */
export function notePressed(store: Store, taskId: string, nowMs: number): Promise<number> {
  return store.write(async (tx) => {
    const pushed = parseRecord(pushedRecord, await tx.get(pushedKey(taskId)))
    if (pushed !== undefined) tx.put(pushedKey(taskId), toStored(pushedRecord, { ...pushed, isSeen: true }))
    const known = parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
    if (known !== undefined) tx.put(announcedKey(taskId), toStored(announcedRecord, { ...known, isDismissed: true }))
    return countUnseen(tx, nowMs)
  })
}

/** What the hub knows of counts by its own row; old notes go. */
async function countUnseen(tx: StoreTransaction, nowMs: number): Promise<number> {
  const known = (await tx.list(ANNOUNCED_PREFIX)).flatMap((raw) => parseRecord(announcedRecord, raw) ?? [])
  const pushed = (await tx.list(PUSHED_PREFIX)).flatMap((raw) => parseRecord(pushedRecord, raw) ?? [])
  for (const { taskId, pushedAtMs } of pushed) if (pushedAtMs < nowMs - PUSH_KEPT_MS) tx.remove(pushedKey(taskId))
  const isKnown = new Set(known.map(({ taskId }) => taskId))
  const others = pushed.filter(({ taskId, isSeen, pushedAtMs }) => !isSeen && !isKnown.has(taskId) && pushedAtMs >= nowMs - PUSH_KEPT_MS)
  return known.filter(({ isDismissed }) => !isDismissed).length + others.length
}
