import type { RefObject } from 'react'
import { useEffect } from 'react'

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
