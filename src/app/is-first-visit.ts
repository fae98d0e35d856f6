import { keptRoom } from '#src/platform/reserved-height.ts'
import { preferences } from '#src/platform/preferences.ts'
import { storedBusinessUserId } from '#src/platform/stored-business-user-id.ts'
import { themeOf } from '#src/platform/color-mode.ts'

/** Whether the first drawing in this browser is that of somebody new: what it remembers shows nowhere in it. */
export function looksNew(): boolean {
  return (
    storedBusinessUserId() === '' && themeOf(preferences.colorMode) === 'dark' && preferences.motion === 'on' && keptRoom('orders') === 0
  )
}
