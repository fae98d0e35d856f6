import type { Preferences } from '#src/lib/preferences.ts'

/** Whether this device shows notifications, and if not, what stands in the way. */
export type NoticeState = 'unsupported' | 'blocked' | 'open' | 'on' | 'off'

/** The state by the browser's permission (undefined: it has no notifications) and the person's wish. Rule: docs/rules.md, "Announcements". */
export function noticeState(permission: NotificationPermission | undefined, wish: Preferences['notices']): NoticeState {
  if (permission === undefined) return 'unsupported'
  if (permission === 'denied') return 'blocked'
  if (permission === 'default') return 'open'
  return wish === 'off' ? 'off' : 'on'
}
