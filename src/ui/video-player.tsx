import type { ReactElement } from 'react'
import { useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { MediaBox } from './media-box.tsx'
import styles from './video-player.module.css'

interface VideoPlayerProps {
  readonly src: string
  readonly poster: string | null
  readonly width: number
  readonly height: number
  readonly label: string
  readonly playLabel: string
}

/** A poster with a play button; after the first press a looping video with the browser's own controls, in the same box. */
export function VideoPlayer({ src, poster, width, height, label, playLabel }: VideoPlayerProps): ReactElement {
  const video = useRef<HTMLVideoElement>(null)
  const [hasStarted, setStarted] = useState(false)
  const play = () => {
    setStarted(true)
    video.current?.focus()
    void video.current?.play().catch(() => setStarted(false))
  }
  return (
    <MediaBox width={width} height={height}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- made from a still picture, there is nothing to hear */}
      <video
        ref={video}
        src={src}
        {...(poster === null ? { preload: 'metadata' } : { poster, preload: 'none' })}
        controls={hasStarted}
        tabIndex={hasStarted ? 0 : -1}
        playsInline
        loop
        aria-label={label}
      />
      {!hasStarted && (
        <button type="button" className={styles['cover']} aria-label={playLabel} onClick={play}>
          <span className={styles['play']}>
            <Icon name="play" />
          </span>
        </button>
      )}
    </MediaBox>
  )
}
