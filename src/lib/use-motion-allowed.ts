import { preferences } from './preferences.ts'
import { useSnapshot } from './state.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** Whether videos may play by themselves: nobody has paused them, asked for less motion or asked to save data. */
export function useMotionAllowed(): boolean {
  const isReduced = useReducedMotion()
  const { motion } = useSnapshot(preferences)
  return !isReduced && motion === 'on' && !savesData()
}

function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}
