import type { Store, StoreTransaction } from '#shared/browser/open-store.ts'
import { PUSH_KEPT_MS, ANNOUNCED_BY_PUSH } from '#shared/domain/push-rules.ts'
import { parseRecord, toStored } from '#shared/storage/define-record.ts'
import { announcedRecord, pushedRecord } from '#shared/storage/hub-records.ts'
import { ANNOUNCED_PREFIX, announcedKey, PUSHED_PREFIX, pushedKey } from '#shared/storage/keys.ts'
import { pushMessageSchema } from '#shared/contract/push-message.ts'

interface PushRecord {
  /** Nobody on this device has told it yet; from now on somebody has. */
  readonly isNews: boolean
  /** Ends that nobody has looked at here, with this one. */
  readonly unseen: number
}

/** Claims the telling of a task's end for this device, where the hub claims it for its tabs. Rule: docs/creations.md, "Announcements". */
export function recordPush(store: Store, taskId: string, nowMs: number): Promise<PushRecord> {
  return store.write(async (tx) => {
    const known = parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
    const wasPushed = (await tx.get(pushedKey(taskId))) !== undefined
    const isNews = !wasPushed && (known === undefined || known.announcedBy === null)
    if (isNews) tx.put(pushedKey(taskId), toStored(pushedRecord, { taskId, pushedAtMs: nowMs, isSeen: false }))
    if (known?.announcedBy === null) tx.put(announcedKey(taskId), toStored(announcedRecord, { ...known, announcedBy: ANNOUNCED_BY_PUSH }))
    return { isNews, unseen: await countUnseen(tx, nowMs) }
  })
}

/** The person has pressed the notification. */
export function recordPress(store: Store, taskId: string, nowMs: number): Promise<number> {
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

/** Shows the end of a task once, unless a window that somebody looks at tells it, or has told it. */
export async function showPush(data: unknown, { windows, note, show, badge }: PushDeps): Promise<void> {
  const parsed = pushMessageSchema.safeParse(data)
  if (!parsed.success) return
  const { taskId, title, body, path } = parsed.data
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.some(({ visibilityState }) => visibilityState === 'visible')) return
  // A device whose storage is blocked remembers nothing: the tag still makes one notification of two.
  const { isNews, unseen } = await note(taskId).catch(() => ({ isNews: true, unseen: 1 }))
  if (isNews) await show(title, { body, tag: taskId, icon: '/icons/icon-192.png', data: { path } })
  await badge(unseen)
}
