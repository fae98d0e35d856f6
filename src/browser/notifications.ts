import { can } from '#shared/browser/capabilities.ts'
import { preferences, setPreference } from '../store/preferences.ts'

/** Whether the browser has not asked for permission yet. */
export function canAskForNotices(): boolean {
  return can('notifications') && Notification.permission === 'default'
}

export function areNoticesAllowed(): boolean {
  return can('notifications') && Notification.permission === 'granted' && preferences.notices !== 'off'
}

/** Starts asking at this device's first commit, because there is nothing to notify about before. */
export function askForNoticesOnce(): void {
  if (preferences.notices === 'unasked' && canAskForNotices()) setPreference('notices', 'asking')
}

/** Stores the user's answer. Only a yes triggers the browser's permission prompt. */
export async function answerNotices(isWanted: boolean): Promise<void> {
  const isGranted = isWanted && (await Notification.requestPermission()) === 'granted'
  setPreference('notices', isGranted ? 'on' : 'off')
}
