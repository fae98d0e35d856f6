import type { ReactElement, RefObject } from 'react'
import { useState } from 'react'
import type { Playback } from './use-playback.ts'
import type { ViewerMedia } from './viewer-media.ts'
import { useText } from '#src/platform/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import { CompareControls, ViewerControls } from './viewer-controls.tsx'
import { CompareSlider } from './compare-slider.tsx'
import controlStyles from './viewer-controls.module.css'
import styles from './viewer-screen.module.css'
import { ViewerStage } from './viewer-stage.tsx'

interface ViewerScreenProps {
  readonly itemKey: string
  readonly media: ViewerMedia
  readonly label: string
  /** Why there is no video. */
  readonly stillNote: string | null
  readonly playback: Playback
  readonly video: RefObject<HTMLVideoElement | null>
  readonly frame: RefObject<HTMLDivElement | null>
  /** Null where the browser can't. */
  readonly onFullscreen: (() => void) | null
  readonly onClose: () => void
}

interface Comparison {
  readonly itemKey: string
  readonly cut: number
  readonly side: 'start' | 'end'
}

const MIDDLE = 50

/** What there is to look at, and how it is played or compared. */
export function ViewerScreen(props: ViewerScreenProps): ReactElement {
  const { itemKey, media, label, stillNote, playback, video, frame, onFullscreen, onClose } = props
  const text = useText()
  const [last, setComparison] = useState<Comparison | null>(null)
  const comparison = last?.itemKey === itemKey ? last : null
  const [first, second] = media.sources
  const source = comparison?.side === 'end' ? (second ?? first) : first
  const compare = (side: 'start' | 'end', cut = MIDDLE) => {
    playback.pause()
    playback.seek(side === 'start' ? 0 : playback.durationS)
    setComparison({ itemKey, cut, side })
  }
  const canCompare = media.videoUrl !== null && first !== undefined
  return (
    <div ref={frame} className={styles['screen']}>
      <ViewerStage media={media} label={label} playback={playback} video={video} isCompared={comparison !== null} onClose={onClose}>
        {comparison !== null && source !== undefined && (
          <CompareSlider source={source} cut={comparison.cut} onCut={(cut) => setComparison({ ...comparison, cut })} />
        )}
      </ViewerStage>
      {comparison !== null && (
        <CompareControls
          cut={comparison.cut}
          onCut={(cut) => setComparison({ ...comparison, cut })}
          side={second === undefined ? undefined : comparison.side}
          onSide={(side) => compare(side, comparison.cut)}
          onEnd={() => setComparison(null)}
        />
      )}
      {comparison === null && media.videoUrl !== null && (
        <ViewerControls playback={playback} onCompare={canCompare ? () => compare('start') : null} onFullscreen={onFullscreen} />
      )}
      {media.videoUrl === null && (
        <div className={controlStyles['controls']}>
          {stillNote !== null && (
            <p className={controlStyles['note']}>
              <Icon name="film" size="s" />
              {stillNote}
            </p>
          )}
        </div>
      )}
      {playback.isFailed && media.videoUrl !== null && (
        <p className={styles['failed']} role="alert">
          {text('viewer.videoFailed')}
        </p>
      )}
    </div>
  )
}
