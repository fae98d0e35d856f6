import { useSyncExternalStore } from 'react'
import { PHONE_BELOW_PX } from '#shared/domain/shell-rules.ts'
import { followResize } from './follow-resize.ts'

/** Whether the phone's layout is used; a change of the window's size counts once it rests. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(followSize, isPhone, () => false)
}

let wasPhone = innerWidth < PHONE_BELOW_PX

function isPhone(): boolean {
  return wasPhone
}

function followSize(onChange: () => void): () => void {
  // The window may have changed before anybody followed it: a phone is turned while the page starts.
  wasPhone = innerWidth < PHONE_BELOW_PX
  return followResize(() => {
    wasPhone = innerWidth < PHONE_BELOW_PX
    onChange()
  })
}
