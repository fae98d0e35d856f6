import { changeSelf } from '#src/lib/change-self.ts'
import { isLeaving } from './leave-mark.ts'

/** Nobody is logged in any more. Unless somebody wanted to go, what is unsent waits on this device for its account. False when nobody was. */
export async function clearUser(): Promise<boolean> {
  return changeSelf(({ businessUserId }) => {
    if (businessUserId === '') return null
    return { businessUserId: '', hasNewToken: false, change: isLeaving() ? 'leave' : 'park' }
  })
}
