import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { PUSH_LIFETIME_MS, ANNOUNCED_BY_PUSH } from '#shared/domain/push-rules.ts'
import { parseRecord, toStored, ANNOUNCED_PREFIX, announcedKey, PUSHED_PREFIX, pushedKey } from '#shared/storage/records.ts'
import { announcedRecord, pushedRecord } from '#shared/storage/hub-records.ts'
import { pushMessageSchema } from '#shared/api/push.ts'

interface PushRecord {
  /** Whether this call claims the announcement of the task's end. False if this device has announced the end before. */
  readonly isNew: boolean
  /** The number of unseen finished tasks on this device, including this one. */
  readonly unseenCount: number
}

/** Claims the announcement of a task's end for this device, as the hub does for its tabs. Rule: docs/creations.md, "Announcements". */
export function recordPush(store: Store, taskId: string, nowMs: number): Promise<PushRecord> {
  return store.write(async (tx) => {
    const finishedRow = parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
    const wasPushed = (await tx.get(pushedKey(taskId))) !== undefined
    const isNew = !wasPushed && (finishedRow === undefined || finishedRow.announcedBy === null)
    if (isNew) tx.put(pushedKey(taskId), toStored(pushedRecord, { taskId, pushedAtMs: nowMs, isSeen: false }))
    if (finishedRow?.announcedBy === null)
      tx.put(announcedKey(taskId), toStored(announcedRecord, { ...finishedRow, announcedBy: ANNOUNCED_BY_PUSH }))
    return { isNew, unseenCount: await countUnseen(tx, nowMs) }
  })
}

/** Marks the notification of a task as pressed. Returns the number of unseen finished tasks on this device. */
export function recordPress(store: Store, taskId: string, nowMs: number): Promise<number> {
  return store.write(async (tx) => {
    const pushRow = parseRecord(pushedRecord, await tx.get(pushedKey(taskId)))
    if (pushRow !== undefined) tx.put(pushedKey(taskId), toStored(pushedRecord, { ...pushRow, isSeen: true }))
    const finishedRow = parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
    if (finishedRow !== undefined) tx.put(announcedKey(taskId), toStored(announcedRecord, { ...finishedRow, isDismissed: true }))
    return countUnseen(tx, nowMs)
  })
}

/**
 * The number of unseen finished tasks. A task that the hub tracks counts by the hub's row, other tasks by the mark of their push. Expired
 * marks are deleted.
 */
async function countUnseen(tx: StoreTransaction, nowMs: number): Promise<number> {
  const finishedRows = (await tx.list(ANNOUNCED_PREFIX)).flatMap((raw) => parseRecord(announcedRecord, raw) ?? [])
  const pushRows = (await tx.list(PUSHED_PREFIX)).flatMap((raw) => parseRecord(pushedRecord, raw) ?? [])
  for (const { taskId, pushedAtMs } of pushRows) if (pushedAtMs < nowMs - PUSH_LIFETIME_MS) tx.remove(pushedKey(taskId))
  const finishedIds = new Set(finishedRows.map(({ taskId }) => taskId))
  const otherPushes = pushRows.filter(
    ({ taskId, isSeen, pushedAtMs }) => !isSeen && !finishedIds.has(taskId) && pushedAtMs >= nowMs - PUSH_LIFETIME_MS,
  )
  return finishedRows.filter(({ isDismissed }) => !isDismissed).length + otherPushes.length
}

interface PushDeps {
  readonly windows: {
    matchAll(options: {
      readonly type: 'window'
      readonly includeUncontrolled: true
    }): Promise<readonly { readonly visibilityState: DocumentVisibilityState }[]>
  }
  readonly notePush: (taskId: string) => Promise<PushRecord>
  readonly showNotification: (title: string, options: NotificationOptions) => Promise<void>
  readonly setBadge: (count: number) => Promise<void>
}

/**
 * Shows a notification of a finished task once. Shows none if a window is visible, because that window announces the task, or if this
 * device has announced the task before.
 */
export async function showPush(data: unknown, { windows, notePush, showNotification, setBadge }: PushDeps): Promise<void> {
  const parsed = pushMessageSchema.safeParse(data)
  if (!parsed.success) return
  const { taskId, title, body, path } = parsed.data
  const openWindows = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  if (openWindows.some(({ visibilityState }) => visibilityState === 'visible')) return
  // With blocked storage nothing is recorded; the tag still merges two notifications.
  const { isNew, unseenCount } = await notePush(taskId).catch(() => ({ isNew: true, unseenCount: 1 }))
  if (isNew) await showNotification(title, { body, tag: taskId, icon: '/icons/icon-192.png', data: { path } })
  await setBadge(unseenCount)
}
