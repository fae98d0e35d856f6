import type { ReactElement } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './tile-video.module.css'

/** A silent video over a poster, from its first frame on. Rendered means playing. */
export function TileVideo({ src, onShown }: { readonly src: string; readonly onShown?: () => void }): ReactElement {
  const ref = useRef<HTMLVideoElement>(null)
  const [hasFrame, setHasFrame] = useState(false)
  useEffect(() => {
    const video = ref.current
    if (video === null) return
    video.src = src
    void video.play().catch(() => undefined)
    return () => {
      // Without this a video that nobody waits for any more would be fetched to its end.
      video.removeAttribute('src')
      video.load()
    }
  }, [src])
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
