import type { ReactElement } from 'react'
import { useEffect, useRef, useState } from 'react'
import { playAlone } from '#src/lib/only-player.ts'
import { useVideoSource } from '#src/ui/use-video-source.ts'
import styles from './sample-slide.module.css'

interface SampleVideoProps {
  readonly src: string
  readonly isPlaying: boolean
}

/** A silent video over its poster, from its first frame on; it stands still where it was paused. */
export function SampleVideo({ src, isPlaying }: SampleVideoProps): ReactElement {
  const ref = useRef<HTMLVideoElement>(null)
  const [hasFrame, setHasFrame] = useState(false)
  useVideoSource(ref, src)
  useEffect(() => {
    const video = ref.current
    if (video === null || !isPlaying) return
    const release = playAlone(() => video.pause())
    void video.play().catch(() => undefined)
    return () => {
      video.pause()
      release()
    }
  }, [isPlaying])
  return (
    <video
      ref={ref}
      className={styles['video']}
      data-shown={hasFrame || undefined}
      muted
      loop
      playsInline
      preload="metadata"
      disablePictureInPicture
      disableRemotePlayback
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => setHasFrame(true)}
    />
  )
}
