import { useSyncExternalStore } from 'react'
import { PHONE_BELOW_PX } from '#shared/domain/shell-rules.ts'
import { followResize } from './follow-resize.ts'

/** Whether the phone layout is used. It changes when a resize is finished. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(followSize, isPhone, () => false)
}

let isPhoneWidth = innerWidth < PHONE_BELOW_PX

function isPhone(): boolean {
  return isPhoneWidth
}

function followSize(onChange: () => void): () => void {
  // The width is read again, because the phone may have been turned between the first render and this subscription.
  isPhoneWidth = innerWidth < PHONE_BELOW_PX
  return followResize(() => {
    isPhoneWidth = innerWidth < PHONE_BELOW_PX
    onChange()
  })
}
