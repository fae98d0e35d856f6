import { useSyncExternalStore } from 'react'
import { PHONE_BELOW_PX } from '#shared/domain/shell-rules.ts'
import { followResize } from './follow-resize.ts'

/** Whether the phone layout is used; updates once a resize is finished. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(followSize, isPhone, () => false)
}

let wasPhone = innerWidth < PHONE_BELOW_PX

function isPhone(): boolean {
  return wasPhone
}

function followSize(onChange: () => void): () => void {
  // The window may have changed before the subscription: a phone can be turned during start.
  wasPhone = innerWidth < PHONE_BELOW_PX
  return followResize(() => {
    wasPhone = innerWidth < PHONE_BELOW_PX
    onChange()
  })
}
