import { useRef, useState, useEffect } from 'react'
import { classNames } from '#src/design/class-names.ts'
import styles from './tile-video.module.css'

/** A silent video over a still picture, visible from its first frame on. It plays while it is rendered. */
export function TileVideo({ src, onShown }: { readonly src: string; readonly onShown?: () => void }) {
  const ref = useRef<HTMLVideoElement>(null)
  useVideoSource(ref, src, true)
  return <SilentVideo ref={ref} className={styles['pressedThrough']} onShown={onShown} />
}

interface SilentVideoProps {
  readonly ref: React.RefObject<HTMLVideoElement | null>
  readonly className?: string | undefined
  readonly preload?: 'metadata'
  readonly onShown?: (() => void) | undefined
}

/** A video without sound and controls, visible from its first frame on. The caller sets its source and plays it. */
export function SilentVideo({ ref, className, preload, onShown }: SilentVideoProps) {
  const [hasFrame, setHasFrame] = useState(false)
  return (
    <video
      ref={ref}
      className={classNames(styles['video'], className)}
      data-shown={hasFrame || undefined}
      muted
      loop
      playsInline
      preload={preload}
      disablePictureInPicture
      disableRemotePlayback
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => {
        setHasFrame(true)
        onShown?.()
      }}
    />
  )
}

/**
 * Sets the source of a video while it is mounted. On unmount the source is removed, because the browser would else download the
 * whole video.
 */
export function useVideoSource(ref: React.RefObject<HTMLVideoElement | null>, src: string, isPlayedAtOnce = false): void {
  useEffect(() => {
    const video = ref.current
    if (video === null) return
    video.src = src
    if (isPlayedAtOnce) void video.play().catch(() => undefined)
    return () => {
      video.removeAttribute('src')
      video.load()
    }
  }, [ref, src, isPlayedAtOnce])
}
