import { can } from '#shared/platform/capabilities.ts'
import { preferences, setPreference } from './preferences.ts'

/** Nobody has been asked by the browser yet. */
export function canAskForNotices(): boolean {
  return can('notifications') && Notification.permission === 'default'
}

/** A system notification may be shown. */
export function areNoticesAllowed(): boolean {
  return can('notifications') && Notification.permission === 'granted' && preferences.notices !== 'off'
}

/** The first commit of this device is the moment to ask: from then on there is something to wait for. */
export function askForNoticesOnce(): void {
  if (preferences.notices === 'unasked' && canAskForNotices()) setPreference('notices', 'asking')
}

/** The person's answer; only a yes brings up the browser's own question. */
export async function answerNotices(isWanted: boolean): Promise<void> {
  const isGranted = isWanted && (await Notification.requestPermission()) === 'granted'
  setPreference('notices', isGranted ? 'on' : 'off')
}
