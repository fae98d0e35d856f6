import { can } from '#shared/browser/capabilities.ts'
import { preferences, setPreference } from '../store/preferences.ts'

/** Whether the browser can still ask the user for permission: the user has not decided yet. */
export function canAskForNotices(): boolean {
  return can('notifications') && Notification.permission === 'default'
}

export function areNoticesAllowed(): boolean {
  return can('notifications') && Notification.permission === 'granted' && preferences.notices !== 'off'
}

/**
 * Called at a commit: at the first one on this device, starts asking about notifications. Before that, there is nothing to notify
 * about.
 */
export function askForNoticesOnce(): void {
  if (preferences.notices === 'unasked' && canAskForNotices()) setPreference('notices', 'asking')
}

/** Stores the user's answer. The browser's own prompt opens only after a yes. */
export async function answerNotices(isWanted: boolean): Promise<void> {
  const isGranted = isWanted && (await Notification.requestPermission()) === 'granted'
  setPreference('notices', isGranted ? 'on' : 'off')
}
