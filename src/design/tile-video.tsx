import type { ReactElement, RefObject } from 'react'
import { useRef, useState, useEffect } from 'react'
import styles from './tile-video.module.css'

/** A silent video over a poster, from its first frame on. Rendered means playing. */
export function TileVideo({ src, onShown }: { readonly src: string; readonly onShown?: () => void }): ReactElement {
  const ref = useRef<HTMLVideoElement>(null)
  const [hasFrame, setHasFrame] = useState(false)
  useVideoSource(ref, src, true)
  return (
    <video
      ref={ref}
      className={styles['video']}
      data-shown={hasFrame || undefined}
      muted
      loop
      playsInline
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

/** Gives a video its file as long as it is drawn. Without taking it away one that nobody waits for any more would be fetched to its end. */
export function useVideoSource(ref: RefObject<HTMLVideoElement | null>, src: string, isPlayedAtOnce = false): void {
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
