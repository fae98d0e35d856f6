import { useSyncExternalStore } from 'react'
import { PHONE_BELOW_PX, RESIZE_DEBOUNCE_MS } from '#shared/domain/shell-rules.ts'

/** Whether the phone's layout is used; a change of the window's size counts once it rests. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(followSize, isPhone, () => false)
}

let wasPhone = innerWidth < PHONE_BELOW_PX

function isPhone(): boolean {
  return wasPhone
}

function followSize(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    wasPhone = innerWidth < PHONE_BELOW_PX
    onChange()
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(look, RESIZE_DEBOUNCE_MS)
  }
  addEventListener('resize', wait)
  return () => {
    clearTimeout(timer)
    removeEventListener('resize', wait)
  }
}
