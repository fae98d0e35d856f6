import { keptRoom } from '#src/lib/kept-room.ts'
import { preferences } from '#src/lib/preferences.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'
import { themeOf } from '#src/lib/theme-of.ts'

/** Whether the first drawing in this browser is that of somebody new: what it remembers shows nowhere in it. */
export function looksNew(): boolean {
  return (
    storedBusinessUserId() === '' && themeOf(preferences.colorMode) === 'dark' && preferences.motion === 'on' && keptRoom('orders') === 0
  )
}
