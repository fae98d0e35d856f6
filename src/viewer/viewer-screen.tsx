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
  readonly cut: number
  readonly side: 'start' | 'end'
}

const MIDDLE = 50

/** The media of an item, with its playback controls and the comparison with its source. */
export function ViewerScreen(props: ViewerScreenProps) {
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

interface ViewerStageProps {
  readonly media: ViewerMedia
  readonly label: string
  readonly playback: Playback
  readonly video: React.RefObject<HTMLVideoElement | null>
  readonly isCompared: boolean
  readonly onClose: () => void
  readonly children: React.ReactNode
}

/** The picture or video of an item, as large as possible in an area of constant size. */
function ViewerStage({ media, label, playback, video, isCompared, onClose, children }: ViewerStageProps) {
  const { videoUrl, stillUrl, glowUrl, width, height } = media
  const ratio = { '--ratio': String(width / height) } as React.CSSProperties
  const closeBeside = (event: React.MouseEvent<HTMLElement>) => {
    if (event.target === event.currentTarget && (event.nativeEvent as PointerEvent).pointerType === 'mouse') onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape and the button do it too
    <div className={styles['stage']} onClick={closeBeside}>
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
            loop={!isCompared}
            aria-label={label}
            onClick={playback.turn}
            {...playback.handlers}
          />
        )}
        {children}
      </div>
    </div>
  )
}

interface CompareSliderProps {
  readonly source: string
  /** The width of the visible source from the left, in percent. */
  readonly cut: number
  readonly onCut: (cut: number) => void
}

/** The source picture over the video, up to a line. The line follows the pointer and the controls below. */
function CompareSlider({ source, cut, onCut }: CompareSliderProps) {
  const text = useText()
  const follow = ({ currentTarget, clientX }: React.PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onCut(Math.max(0, Math.min(100, Math.round(((clientX - left) / width) * 100))))
  }
  return (
    <div
      className={compareSliderStyles['compare']}
      data-drags
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
    >
      <img
        className={compareSliderStyles['source']}
        src={source}
        alt={text('viewer.sourceAlt')}
        draggable={false}
        style={{ clipPath: `inset(0 ${100 - cut}% 0 0)` }}
      />
      <span className={compareSliderStyles['line']} style={{ left: `${cut}%` }} aria-hidden="true" />
      <span className={compareSliderStyles['name']} data-side="left" data-covered={cut < 20 || undefined}>
        {text('viewer.source')}
      </span>
      <span className={compareSliderStyles['name']} data-side="right" data-covered={cut > 80 || undefined}>
        {text('viewer.video')}
      </span>
    </div>
  )
}
