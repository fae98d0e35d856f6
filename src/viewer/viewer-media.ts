import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { isFinished } from '#shared/domain/task.ts'
import { videoExtension } from '#shared/domain/download-name.ts'
import { smallPoster } from '#src/gallery/small-poster.ts'

export interface ViewerMedia {
  /** The video; null while there is none. */
  readonly videoUrl: string | null
  /** The still picture, shown before the video or instead of it. */
  readonly stillUrl: string | null
  /** The still picture in the small size of the blurred background. */
  readonly glowUrl: string | null
  /** The source pictures; two if the video has a start and an end picture. */
  readonly sources: readonly string[]
  readonly width: number
  readonly height: number
}

const UNKNOWN_SIZE = { width: 16, height: 9 }

export function viewerMedia(item: ViewerItem): ViewerMedia {
  if (item.kind !== 'media') {
    const { movieUrl, firstImageUrl, srcImage, width, height } = item.template
    const stills = { stillUrl: firstImageUrl, glowUrl: smallPoster(item.template) }
    return { videoUrl: asVideo(movieUrl), ...stills, sources: srcImage, width, height }
  }
  const { videoUrl, previewImageUrl, srcImage, width, height } = item.creation
  const stillUrl = previewImageUrl ?? srcImage[0] ?? null
  return {
    videoUrl: asVideo(videoUrl),
    stillUrl,
    glowUrl: stillUrl,
    sources: srcImage,
    ...(width === null || height === null ? UNKNOWN_SIZE : { width, height }),
  }
}

function asVideo(url: string | null): string | null {
  return url !== null && videoExtension(url) !== undefined ? url : null
}

export function hasVideo(item: ViewerItem): boolean {
  return viewerMedia(item).videoUrl !== null
}

/** Whether the user can delete the item: an own creation that has ended. The server does not delete running ones. */
export function isDeletable(item: ViewerItem): boolean {
  return item.kind === 'media' && isFinished(item.creation.status)
}
