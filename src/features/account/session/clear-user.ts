import { changeSelf } from '#src/lib/change-self.ts'

/** Nobody is logged in any more, without a wish to go: what is unsent waits on this device for its account. */
export async function clearUser(): Promise<void> {
  await changeSelf(({ businessUserId }) => (businessUserId === '' ? null : { businessUserId: '', hasNewToken: false, change: 'park' }))
}
