/** A video that does not get so far within this time never will, in ms. */
const PATIENCE_MS = 20_000
/** Before the very end, where some browsers show nothing: less than one frame. */
const BEFORE_END_S = 1 / 48

/** The last picture of a video of our own origin, at its full size, as PNG; null when it could not be had. */
export async function lastFrame(videoUrl: string): Promise<Blob | null> {
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', playsInline: true, src: videoUrl })
  try {
    await until(video, 'loadeddata')
    const atEnd = until(video, 'seeked')
    video.currentTime = Math.max(0, video.duration - BEFORE_END_S)
    await atEnd
    return await drawn(video)
  } catch (error) {
    console.warn('The last frame could not be had.', error)
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

function until(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} in time.`)), PATIENCE_MS)
    const end = (act: () => void) => () => {
      clearTimeout(timer)
      act()
    }
    video.addEventListener(event, end(resolve), { once: true })
    video.addEventListener(
      'error',
      end(() => reject(new Error(video.error?.message ?? 'unreadable'))),
      { once: true },
    )
  })
}

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight })
  const context = canvas.getContext('2d')
  if (context === null || canvas.width === 0) return Promise.resolve(null)
  context.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
