import type { CSSProperties, ReactElement, RefObject } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { Suspense, lazy, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { LANDING_PICTURE_SIZES } from '#shared/domain/landing-item.ts'
import { firstPoster } from '#src/lib/first-poster.ts'
import { useText } from '#src/lib/i18n.ts'
import { TileVideo } from '#src/ui/tile-video.tsx'
import { advertisementState } from '#src/lib/advertisement-state.ts'
import { playAlone } from '#src/lib/only-player.ts'
import { useIsCovered } from '#src/lib/screen-location.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { tileMotion } from '#src/lib/tile-motion/tile-motion.ts'
import { useMotionAllowed } from '#src/lib/use-motion-allowed.ts'
import { watchSight } from '#src/lib/watch-sight.ts'
import { StagePictures } from './stage-pictures.tsx'
import { StageStrip } from './stage-strip.tsx'
import styles from './stage.module.css'
import { useTurns } from './use-turns.ts'
import { Wipe } from './wipe.tsx'

/** The stage among the tiles of its screen. */
const STAGE_KEY = 'stage'
/** Of the stage, this much has to be in sight. */
const SEEN_SHARE = 0.4

/** How much of the still is left beside its video, in per cent of the width, and how much before it moves. */
const REST = 34
const WHOLE = 100

const Scene = lazy(async () => ({ default: (await import('#src/ui/scene/scene.tsx')).Scene }))

interface StageProps {
  readonly items: readonly Template[]
  /** There are none to wait for. */
  readonly isEmpty: boolean
}

/** A picture, and over a part of it the video that was made from it, with the words that made it; a few take turns. */
export function Stage({ items, isEmpty }: StageProps): ReactElement {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const isPlaying = useStageMotion(frame)
  const [shownId, setShownId] = useState<string | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [poster] = useState(() => firstPoster(LANDING_PICTURE_SIZES))
  const [chosen, choose] = useState(0)
  const index = chosen < items.length ? chosen : 0
  const current = items[index]
  const hasFrame = isPlaying && current !== undefined && current.id === shownId
  const still = hasFrame ? (dragged ?? REST) : WHOLE
  // Whoever has taken hold of the line stays with this item until they choose another.
  const isRunning = hasFrame && dragged === null
  useTurns({ index, count: items.length, isRunning, onTurn: choose })
  const onChoose = (place: number) => {
    setDragged(null)
    choose(place)
  }
  return (
    <figure className={styles['stage']}>
      <div
        ref={frame}
        className={styles['frame']}
        data-video={STAGE_KEY}
        data-dragged={dragged !== null || undefined}
        style={{ '--still': `${still}%` } as CSSProperties}
      >
        <StagePictures items={items} index={index} poster={poster} hasNext={hasFrame} />
        {isEmpty && items.length === 0 && poster === null && (
          <Suspense>
            <Scene />
          </Suspense>
        )}
        {isPlaying && current !== undefined && current.movieUrl !== null && (
          <div className={styles['moving']} key={current.id}>
            <TileVideo src={current.movieUrl} onShown={() => setShownId(current.id)} />
          </div>
        )}
        {hasFrame && <Wipe value={still} onValue={setDragged} />}
      </div>
      <figcaption className={styles['caption']}>
        <p className={styles['words']}>{current === undefined ? '' : text('landing.words', { words: current.prompt })}</p>
        <StageStrip items={items} index={index} isRunning={isRunning} onChoose={onChoose} />
      </figcaption>
    </figure>
  )
}

/** Whether the stage's video plays: it is in sight, nothing lies over it, and no other video has the turn. */
function useStageMotion(place: RefObject<HTMLElement | null>): boolean {
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
