import { useState } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import compareSliderStyles from './compare-slider.module.css'
import type { Playback } from './use-playback.ts'
import { CompareControls, ViewerControls } from './viewer-controls.tsx'
import controlStyles from './viewer-controls.module.css'
import type { ViewerMedia } from './viewer-media.ts'
import styles from './viewer-screen.module.css'

interface ViewerScreenProps {
  readonly itemKey: string
  readonly media: ViewerMedia
  readonly label: string
  readonly stillNote: string | null
  readonly playback: Playback
  readonly video: React.RefObject<HTMLVideoElement | null>
  readonly frame: React.RefObject<HTMLDivElement | null>
  /** Toggles fullscreen; null if the browser can't. */
  readonly onFullscreen: (() => void) | null
  readonly onClose: () => void
}

interface Comparison {
  readonly itemKey: string
  readonly linePercent: number
  readonly sourceSide: 'start' | 'end'
}

const MIDDLE_PERCENT = 50

/** The media of an item, with its playback controls and the comparison with its source. */
export function ViewerScreen(props: ViewerScreenProps) {
  const { itemKey, media, label, stillNote, playback, video, frame, onFullscreen, onClose } = props
  const text = useText()
  const [lastComparison, setComparison] = useState<Comparison | null>(null)
  const comparison = lastComparison?.itemKey === itemKey ? lastComparison : null
  const [startUrl, endUrl] = media.sources
  const sourceUrl = comparison?.sourceSide === 'end' ? (endUrl ?? startUrl) : startUrl
  const startComparison = (sourceSide: 'start' | 'end', linePercent = MIDDLE_PERCENT) => {
    playback.pause()
    playback.seek(sourceSide === 'start' ? 0 : playback.durationS)
    setComparison({ itemKey, linePercent, sourceSide })
  }
  const canCompare = media.videoUrl !== null && startUrl !== undefined
  return (
    <div ref={frame} className={styles['screen']}>
      <ViewerStage media={media} label={label} playback={playback} video={video} isComparing={comparison !== null} onClose={onClose}>
        {comparison !== null && sourceUrl !== undefined && (
          <CompareSlider
            sourceUrl={sourceUrl}
            linePercent={comparison.linePercent}
            onLineMove={(linePercent) => setComparison({ ...comparison, linePercent })}
          />
        )}
      </ViewerStage>
      {comparison !== null && (
        <CompareControls
          linePercent={comparison.linePercent}
          onLineMove={(linePercent) => setComparison({ ...comparison, linePercent })}
          sourceSide={endUrl === undefined ? undefined : comparison.sourceSide}
          onSourceSide={(sourceSide) => startComparison(sourceSide, comparison.linePercent)}
          onEnd={() => setComparison(null)}
        />
      )}
      {comparison === null && media.videoUrl !== null && (
        <ViewerControls playback={playback} onCompare={canCompare ? () => startComparison('start') : null} onFullscreen={onFullscreen} />
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

interface ViewerStageProps {
  readonly media: ViewerMedia
  readonly label: string
  readonly playback: Playback
  readonly video: React.RefObject<HTMLVideoElement | null>
  readonly isComparing: boolean
  readonly onClose: () => void
  readonly children: React.ReactNode
}

/** The picture or video of an item, as large as possible in an area of constant size. */
function ViewerStage({ media, label, playback, video, isComparing, onClose, children }: ViewerStageProps) {
  const { videoUrl, stillUrl, glowUrl, width, height } = media
  const ratio = { '--ratio': String(width / height) } as React.CSSProperties
  const closeOnBackground = (event: React.MouseEvent<HTMLElement>) => {
    if (event.target === event.currentTarget && (event.nativeEvent as PointerEvent).pointerType === 'mouse') onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape and the button do it too
    <div className={styles['stage']} onClick={closeOnBackground}>
      {glowUrl !== null && <img className={styles['glow']} src={glowUrl} alt="" decoding="async" />}
      <div className={styles['box']} style={ratio}>
        {videoUrl === null ? (
          stillUrl !== null && <img key={stillUrl} className={styles['media']} src={stillUrl} alt={label} decoding="async" />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- made from a still picture; the button below does the same
          <video
            ref={video}
            className={styles['media']}
            src={videoUrl}
            {...(stillUrl === null ? {} : { poster: stillUrl })}
            preload="metadata"
            muted={playback.isMuted}
            playsInline
            loop={!isComparing}
            aria-label={label}
            onClick={playback.togglePlaying}
            {...playback.handlers}
          />
        )}
        {children}
      </div>
    </div>
  )
}

interface CompareSliderProps {
  readonly sourceUrl: string
  /** The width of the visible source from the left, in percent. */
  readonly linePercent: number
  readonly onLineMove: (linePercent: number) => void
}

/** The source picture over the video, up to a line. The line follows the pointer and the controls below. */
function CompareSlider({ sourceUrl, linePercent, onLineMove }: CompareSliderProps) {
  const text = useText()
  const followPointer = ({ currentTarget, clientX }: React.PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onLineMove(Math.max(0, Math.min(100, Math.round(((clientX - left) / width) * 100))))
  }
  return (
    <div
      className={compareSliderStyles['compare']}
      data-drags
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        followPointer(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && followPointer(event)}
    >
      <img
        className={compareSliderStyles['source']}
        src={sourceUrl}
        alt={text('viewer.sourceAlt')}
        draggable={false}
        style={{ clipPath: `inset(0 ${100 - linePercent}% 0 0)` }}
      />
      <span className={compareSliderStyles['line']} style={{ left: `${linePercent}%` }} aria-hidden="true" />
      <span className={compareSliderStyles['name']} data-side="left" data-covered={linePercent < 20 || undefined}>
        {text('viewer.source')}
      </span>
      <span className={compareSliderStyles['name']} data-side="right" data-covered={linePercent > 80 || undefined}>
        {text('viewer.video')}
      </span>
    </div>
  )
}
