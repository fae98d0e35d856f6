import { useSyncExternalStore } from 'react'

/** Whether the tab stands behind another one. */
export function useIsTabHidden(): boolean {
  return useSyncExternalStore(follow, () => document.hidden)
}

function follow(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
