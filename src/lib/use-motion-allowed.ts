import { preferences } from './preferences.ts'
import { useSavesData } from './saves-data.ts'
import { useSnapshot } from './state.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** Whether videos may play by themselves: nobody has paused them, asked for less motion or asked to save data. */
export function useMotionAllowed(): boolean {
  const isReduced = useReducedMotion()
  const isSaving = useSavesData()
  return useSnapshot(preferences).motion === 'on' && !isReduced && !isSaving
}
