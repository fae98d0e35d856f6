import { useSyncExternalStore } from 'react'
import { preferences } from '../store/preferences.ts'
import { useSavesData } from './saves-data.ts'
import { useSnapshot } from '../store/state.ts'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

let query: MediaQueryList | undefined
const motionQuery = () => (query ??= matchMedia(REDUCED_MOTION))

function followMotionQuery(onChange: () => void): () => void {
  motionQuery().addEventListener('change', onChange)
  return () => motionQuery().removeEventListener('change', onChange)
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    followMotionQuery,
    () => motionQuery().matches,
    () => false,
  )
}

/** Whether videos may play automatically: the user has not paused them, and neither reduced motion nor data saving is on. */
export function useMotionAllowed(): boolean {
  const isReduced = useReducedMotion()
  const isSaving = useSavesData()
  return useSnapshot(preferences).motion === 'on' && !isReduced && !isSaving
}
