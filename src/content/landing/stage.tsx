import { Suspense, lazy, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { LANDING_PICTURE_SIZES } from '#shared/domain/home-items.ts'
import { type FirstPoster, firstPoster } from '#src/gallery/first-poster.ts'
import { useText } from '#src/i18n/i18n.ts'
import { TileVideo } from '#src/design/tile-video.tsx'
import { playAlone } from '#src/browser/only-player.ts'
import { useIsCovered } from '#src/routing/routes.ts'
import { useSnapshot } from '#src/store/state.ts'
import { tileMotion } from '#src/gallery/tile-motion.ts'
import { useMotionAllowed } from '#src/browser/reduced-motion.ts'
import { watchSight } from '#src/browser/watch-sight.ts'
import { usePosterSources } from '#src/browser/saves-data.ts'
import { Icon } from '#src/design/icon.tsx'
import { advertisementState } from '../advertisement/advertisement-state.ts'
import styles from './stage.module.css'
import { StageStrip, useTurns } from './stage-strip.tsx'
import wipeStyles from './wipe.module.css'

const STAGE_KEY = 'stage'
/** The share of the stage that must be in the viewport for its video to play. */
const SEEN_SHARE = 0.4

/** The width of the visible still beside its video, in percent: PLAYING_PERCENT while the video plays, FULL_PERCENT before that. */
const PLAYING_PERCENT = 34
const FULL_PERCENT = 100

const Scene = lazy(async () => ({ default: (await import('#src/design/scene/scene.tsx')).Scene }))

interface StageProps {
  readonly items: readonly Template[]
  /** True if the gallery has no items, so that nothing will load. */
  readonly isEmpty: boolean
}

/** The landing page's example: a picture with its video over one part of it, and the prompt. Several items alternate. */
export function Stage({ items, isEmpty }: StageProps) {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const isPlaying = useStageMotion(frame)
  const [shownId, setShownId] = useState<string | null>(null)
  const [draggedPercent, setDraggedPercent] = useState<number | null>(null)
  const [poster] = useState(() => firstPoster(LANDING_PICTURE_SIZES))
  const [chosenIndex, setChosenIndex] = useState(0)
  const index = chosenIndex < items.length ? chosenIndex : 0
  const currentItem = items[index]
  const hasFrame = isPlaying && currentItem !== undefined && currentItem.id === shownId
  const stillPercent = hasFrame ? (draggedPercent ?? PLAYING_PERCENT) : FULL_PERCENT
  // After the user has dragged the line, the items stop alternating until the user chooses one.
  const isRunning = hasFrame && draggedPercent === null
  useTurns({ index, count: items.length, isRunning, onTurn: setChosenIndex })
  const onChoose = (newIndex: number) => {
    setDraggedPercent(null)
    setChosenIndex(newIndex)
  }
  return (
    <figure className={styles['stage']}>
      <div
        ref={frame}
        className={styles['frame']}
        data-video={STAGE_KEY}
        data-dragged={draggedPercent !== null || undefined}
        style={{ '--still': `${stillPercent}%` } as React.CSSProperties}
      >
        <StagePictures items={items} index={index} poster={poster} hasNext={hasFrame} />
        {isEmpty && items.length === 0 && poster === null && (
          <Suspense>
            <Scene />
          </Suspense>
        )}
        {isPlaying && currentItem !== undefined && currentItem.movieUrl !== null && (
          <div className={styles['moving']} key={currentItem.id}>
            <TileVideo src={currentItem.movieUrl} onShown={() => setShownId(currentItem.id)} />
          </div>
        )}
        {hasFrame && <Wipe value={stillPercent} isDragged={draggedPercent !== null} onValue={setDraggedPercent} />}
      </div>
      <figcaption className={styles['caption']}>
        <p className={styles['words']}>{currentItem === undefined ? '' : text('landing.words', { words: currentItem.prompt })}</p>
        <StageStrip items={items} index={index} isRunning={isRunning} onChoose={onChoose} />
      </figcaption>
    </figure>
  )
}

/**
 * Whether the stage's video plays: automatic motion is allowed, the stage is in view, nothing covers it, and no other video plays or has
 * stopped this one.
 */
function useStageMotion(container: React.RefObject<HTMLElement | null>): boolean {
  const isAllowed = useMotionAllowed()
  const isSeen = useIsSeen(container)
  const isCovered = useIsCovered()
  const isAdvertisementOpen = useSnapshot(advertisementState).isOpen
  const playingKey = useSyncExternalStore(tileMotion.onChange, tileMotion.playingKey, tileMotion.playingKey)
  const [hasYielded, setYielded] = useState(false)
  const hasOwnTurn = playingKey === STAGE_KEY
  const isFree = isAllowed && isSeen && !isCovered && !isAdvertisementOpen && (playingKey === null || hasOwnTurn)
  if (hasYielded && (!isFree || hasOwnTurn)) setYielded(false)
  const isPlaying = isFree && (hasOwnTurn || !hasYielded)
  const mustClaim = isPlaying && !hasOwnTurn
  useEffect(() => (mustClaim ? playAlone(() => setYielded(true)) : undefined), [mustClaim])
  return isPlaying
}

function useIsSeen(container: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = container.current
    if (element === null) return
    return watchSight(element, ({ isIntersecting }) => setSeen(isIntersecting), { threshold: SEEN_SHARE })
  }, [container])
  return isSeen
}

interface StagePicturesProps {
  readonly items: readonly Template[]
  readonly index: number
  /** The picture of the first paint. It stays rendered below the other pictures. */
  readonly poster: FirstPoster | null
  /** Whether the next picture may be loaded in advance. */
  readonly hasNext: boolean
}

/** The stacked still pictures. The current one fades in over the previous one. */
function StagePictures({ items, index, poster, hasNext }: StagePicturesProps) {
  const posterSources = usePosterSources()
  const renderedIndexes = new Set([index, (index + items.length - 1) % items.length, ...(hasNext ? [(index + 1) % items.length] : [])])
  return (
    <>
      {poster !== null && (
        <img className={styles['still']} data-current {...poster} sizes={LANDING_PICTURE_SIZES} fetchPriority="high" alt="" />
      )}
      {items.map(
        (item, itemIndex) =>
          renderedIndexes.has(itemIndex) && (
            <img
              key={item.id}
              className={styles['still']}
              data-current={itemIndex === index || undefined}
              src={item.firstImageUrl}
              srcSet={item.firstImageUrl === poster?.src ? poster.srcSet : posterSources(item)}
              sizes={LANDING_PICTURE_SIZES}
              decoding="async"
              draggable={false}
              alt=""
            />
          ),
      )}
    </>
  )
}

interface WipeProps {
  /** The width of the visible still beside the video, in percent. */
  readonly value: number
  readonly isDragged: boolean
  readonly onValue: (value: number) => void
}

/** The line between a picture and its video, which the user can drag. */
function Wipe({ value, isDragged, onValue }: WipeProps) {
  const text = useText()
  return (
    <div className={wipeStyles['wipe']} data-dragged={isDragged || undefined} dir="ltr">
      <input
        className={wipeStyles['range']}
        type="range"
        min="0"
        max={FULL_PERCENT}
        value={value}
        aria-label={text('landing.wipe')}
        aria-valuetext={text('landing.wipeAt', { share: FULL_PERCENT - value })}
        onChange={({ target }) => onValue(target.valueAsNumber)}
      />
      <span className={wipeStyles['line']} aria-hidden="true">
        <span className={wipeStyles['knob']}>
          <Icon name="swap" size="s" />
        </span>
      </span>
      <span className={wipeStyles['label']} data-side="still" aria-hidden="true">
        {text('landing.still')}
      </span>
      <span className={wipeStyles['label']} data-side="moving" aria-hidden="true">
        {text('landing.moving')}
      </span>
    </div>
  )
}
