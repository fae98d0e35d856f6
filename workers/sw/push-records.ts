import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { PUSH_LIFETIME_MS, ANNOUNCED_BY_PUSH } from '#shared/domain/push-rules.ts'
import { parseRecord, toStored, ANNOUNCED_PREFIX, announcedKey, PUSHED_PREFIX, pushedKey } from '#shared/storage/records.ts'
import { announcedRecord, pushedRecord } from '#shared/storage/hub-records.ts'
import { pushMessageSchema } from '#shared/api/push.ts'

interface PushRecord {
  /** The device has not announced the task's end before; this call claims the announcement. */
  readonly isNew: boolean
  /** The number of unseen finished tasks on this device, including this one. */
  readonly unseen: number
}

/** Claims the announcement of a task's end for this device, as the hub does for its tabs. Rule: docs/creations.md, "Announcements". */
export function recordPush(store: Store, taskId: string, nowMs: number): Promise<PushRecord> {
  return store.write(async (tx) => {
    const known = parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
    const wasPushed = (await tx.get(pushedKey(taskId))) !== undefined
    const isNew = !wasPushed && (known === undefined || known.announcedBy === null)
    if (isNew) tx.put(pushedKey(taskId), toStored(pushedRecord, { taskId, pushedAtMs: nowMs, isSeen: false }))
    if (known?.announcedBy === null) tx.put(announcedKey(taskId), toStored(announcedRecord, { ...known, announcedBy: ANNOUNCED_BY_PUSH }))
    return { isNew, unseen: await countUnseen(tx, nowMs) }
  })
}

/** Marks the notification of a task as pressed. Returns the number of unseen finished tasks on this device. */
export function recordPress(store: Store, taskId: string, nowMs: number): Promise<number> {
  return store.write(async (tx) => {
    const pushed = parseRecord(pushedRecord, await tx.get(pushedKey(taskId)))
    if (pushed !== undefined) tx.put(pushedKey(taskId), toStored(pushedRecord, { ...pushed, isSeen: true }))
    const known = parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
    if (known !== undefined) tx.put(announcedKey(taskId), toStored(announcedRecord, { ...known, isDismissed: true }))
    return countUnseen(tx, nowMs)
  })
}

/**
 * The number of unseen finished tasks. A task that the hub tracks counts by the hub's row, other tasks by the mark of their push. Expired
 * marks are deleted.
 */
async function countUnseen(tx: StoreTransaction, nowMs: number): Promise<number> {
  const known = (await tx.list(ANNOUNCED_PREFIX)).flatMap((raw) => parseRecord(announcedRecord, raw) ?? [])
  const pushed = (await tx.list(PUSHED_PREFIX)).flatMap((raw) => parseRecord(pushedRecord, raw) ?? [])
  for (const { taskId, pushedAtMs } of pushed) if (pushedAtMs < nowMs - PUSH_LIFETIME_MS) tx.remove(pushedKey(taskId))
  const isKnown = new Set(known.map(({ taskId }) => taskId))
  const others = pushed.filter(
    ({ taskId, isSeen, pushedAtMs }) => !isSeen && !isKnown.has(taskId) && pushedAtMs >= nowMs - PUSH_LIFETIME_MS,
  )
  return known.filter(({ isDismissed }) => !isDismissed).length + others.length
}

interface PushDeps {
  readonly windows: {
    matchAll(options: {
      readonly type: 'window'
      readonly includeUncontrolled: true
    }): Promise<readonly { readonly visibilityState: DocumentVisibilityState }[]>
  }
  readonly note: (taskId: string) => Promise<PushRecord>
  readonly show: (title: string, options: NotificationOptions) => Promise<void>
  readonly badge: (count: number) => Promise<void>
}

/** Shows a notification of a finished task once, unless a visible window announces it or has announced it. */
export async function showPush(data: unknown, { windows, note, show, badge }: PushDeps): Promise<void> {
  const parsed = pushMessageSchema.safeParse(data)
  if (!parsed.success) return
  const { taskId, title, body, path } = parsed.data
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.some(({ visibilityState }) => visibilityState === 'visible')) return
  // With blocked storage nothing is recorded; the tag still merges two notifications.
  const { isNew, unseen } = await note(taskId).catch(() => ({ isNew: true, unseen: 1 }))
  if (isNew) await show(title, { body, tag: taskId, icon: '/icons/icon-192.png', data: { path } })
  await badge(unseen)
}
