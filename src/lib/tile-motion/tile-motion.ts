import { useSyncExternalStore } from 'react'
import { playAlone } from '#src/lib/only-player.ts'
import { createTileMotion } from './create-tile-motion.ts'

/** The one of this page. */
export const tileMotion = createTileMotion({
  playAlone,
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

export function useIsPlaying(key: string): boolean {
  const isPlaying = () => tileMotion.playing() === key
  return useSyncExternalStore(tileMotion.onChange, isPlaying, isPlaying)
}
