import { useSyncExternalStore } from 'react'

const REDUCED = '(prefers-reduced-motion: reduce)'

let query: MediaQueryList | undefined
const motionQuery = () => (query ??= matchMedia(REDUCED))

function follow(onChange: () => void): () => void {
  motionQuery().addEventListener('change', onChange)
  return () => motionQuery().removeEventListener('change', onChange)
}

/** Whether the person has asked for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    follow,
    () => motionQuery().matches,
    () => false,
  )
}
