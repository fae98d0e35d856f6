import { pushMessageSchema } from '#shared/contract/push-message.ts'
import type { PushNote } from './note-push.ts'

interface PushDeps {
  readonly windows: {
    matchAll(options: {
      readonly type: 'window'
      readonly includeUncontrolled: true
    }): Promise<readonly { readonly visibilityState: DocumentVisibilityState }[]>
  }
  readonly note: (taskId: string) => Promise<PushNote>
  readonly show: (title: string, options: NotificationOptions) => Promise<void>
  readonly badge: (count: number) => Promise<void>
}

/** Shows the end of a task once, unless a window that somebody looks at tells it, or has told it. */
export async function tellPush(data: unknown, { windows, note, show, badge }: PushDeps): Promise<void> {
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
