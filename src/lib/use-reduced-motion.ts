import { useSyncExternalStore } from 'react'

const REDUCED = '(prefers-reduced-motion: reduce)'

function follow(onChange: () => void): () => void {
  const query = matchMedia(REDUCED)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the person has asked for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(REDUCED).matches)
}
