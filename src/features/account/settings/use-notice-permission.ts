import { useSyncExternalStore } from 'react'
import { preferences } from '#src/lib/preferences.ts'
import { subscribe } from '#src/lib/state.ts'
import { can } from '#shared/platform/capabilities.ts'

/** What the browser lets the app do; undefined where it has no notifications. It changes in the browser's own settings, too. */
export function useNoticePermission(): NotificationPermission | undefined {
  return useSyncExternalStore(follow, permission, permission)
}

function permission(): NotificationPermission | undefined {
  return can('notifications') ? Notification.permission : undefined
}

function follow(onChange: () => void): () => void {
  const stop = subscribe(preferences, onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onChange)
  }
}
