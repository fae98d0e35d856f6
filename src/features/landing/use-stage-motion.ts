import type { RefObject } from 'react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { advertisementState } from '#src/lib/advertisement-state.ts'
import { playAlone } from '#src/lib/only-player.ts'
import { useIsCovered } from '#src/lib/screen-location.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { tileMotion } from '#src/lib/tile-motion/tile-motion.ts'
import { useMotionAllowed } from '#src/lib/use-motion-allowed.ts'
import { watchSight } from '#src/lib/watch-sight.ts'

/** The stage among the tiles of its screen. */
export const STAGE_KEY = 'stage'
/** Of the stage, this much has to be in sight. */
const SEEN_SHARE = 0.4

/** Whether the stage's video plays: it is in sight, nothing lies over it, and no other video has the turn. */
export function useStageMotion(place: RefObject<HTMLElement | null>): boolean {
  const isAllowed = useMotionAllowed()
  const isSeen = useIsSeen(place)
  const isCovered = useIsCovered()
  const isReelOpen = useSnapshot(advertisementState).isOpen
  const turn = useSyncExternalStore(tileMotion.onChange, tileMotion.playing, tileMotion.playing)
  const [hasYielded, setYielded] = useState(false)
  const hasOwnTurn = turn === STAGE_KEY
  const isFree = isAllowed && isSeen && !isCovered && !isReelOpen && (turn === null || hasOwnTurn)
  if (hasYielded && (!isFree || hasOwnTurn)) setYielded(false)
  const isPlaying = isFree && (hasOwnTurn || !hasYielded)
  const hasToClaim = isPlaying && !hasOwnTurn
  useEffect(() => (hasToClaim ? playAlone(() => setYielded(true)) : undefined), [hasToClaim])
  return isPlaying
}

function useIsSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    return watchSight(element, ({ isIntersecting }) => setSeen(isIntersecting), { threshold: SEEN_SHARE })
  }, [place])
  return isSeen
}
