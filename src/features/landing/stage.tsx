import type { CSSProperties, ReactElement } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { LANDING_PICTURE_SIZES } from '#shared/domain/landing-item.ts'
import { firstPoster } from '#src/lib/first-poster.ts'
import { useText } from '#src/lib/i18n.ts'
import { TileVideo } from '#src/ui/tile-video.tsx'
import { StagePictures } from './stage-pictures.tsx'
import { StageStrip } from './stage-strip.tsx'
import styles from './stage.module.css'
import { STAGE_KEY, useStageMotion } from './use-stage-motion.ts'
import { useTurns } from './use-turns.ts'
import { Wipe } from './wipe.tsx'

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
