import type { CSSProperties, MouseEvent, ReactElement, ReactNode, RefObject } from 'react'
import type { Playback } from './use-playback.ts'
import type { ViewerMedia } from './viewer-media.ts'
import styles from './viewer-screen.module.css'

interface ViewerStageProps {
  readonly media: ViewerMedia
  readonly label: string
  readonly playback: Playback
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isCompared: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The picture or the video, as large as its ratio lets it be in a place that stays the same from item to item. */
export function ViewerStage({ media, label, playback, video, isCompared, onClose, children }: ViewerStageProps): ReactElement {
  const { videoUrl, stillUrl, glowUrl, width, height } = media
  const ratio = { '--ratio': String(width / height) } as CSSProperties
  const closeBeside = (event: MouseEvent<HTMLElement>) => {
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
