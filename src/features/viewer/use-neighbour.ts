import { useEffect } from 'react'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import { viewerMedia } from './viewer-media.ts'

/** Fetches ahead what the next step will need first: the still, and where videos may play the beginning of the video. */
export function useNeighbour(item: ViewerItem | undefined, withVideo: boolean): void {
  const { stillUrl, videoUrl } = item === undefined ? { stillUrl: null, videoUrl: null } : viewerMedia(item)
  useEffect(() => {
    if (stillUrl !== null) void decoded(stillUrl)
    if (videoUrl === null || !withVideo) return undefined
    const video = Object.assign(document.createElement('video'), { preload: 'metadata', muted: true, src: videoUrl })
    return () => {
      video.removeAttribute('src')
      video.load()
    }
  }, [stillUrl, videoUrl, withVideo])
}

/** A picture that is unpacked only when it is shown holds up the frame that shows it. */
async function decoded(url: string): Promise<void> {
  const image = Object.assign(new Image(), { src: url })
  await image.decode().catch(() => undefined)
}
