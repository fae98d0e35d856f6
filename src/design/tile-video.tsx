import type { ReactElement } from 'react'
import { useRef, useState } from 'react'
import styles from './tile-video.module.css'
import { useVideoSource } from './use-video-source.ts'

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
