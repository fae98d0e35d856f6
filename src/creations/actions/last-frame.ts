import { withinCanvas } from '#shared/domain/media-limits.ts'
import type { Creation } from '#shared/api/generation.ts'
import { linkTo } from '#src/routing/routes.ts'
import { text } from '#src/i18n/i18n.ts'
import { type ActionDeps, titleOf } from '../action-deps.ts'
import { showToastWhenSlow } from '../slow-toast.ts'

/** A video that does not load within this time counts as failed, in ms. */
const EVENT_WAIT_MS = 20_000
/**
 * The distance from the end at which the last frame is read: less than one frame, because some browsers show nothing at the very
 * end.
 */
const BEFORE_END_S = 1 / 48
/** After this time the frame counts as shown, even if the browser has not reported it, in ms. */
const SHOWN_WITHIN_MS = 1000

/** The last frame of a video of this site as PNG, in full size if the canvas allows that; null if it could not be read. */
export async function lastFrame(videoUrl: string): Promise<Blob | null> {
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', playsInline: true, src: videoUrl })
  try {
    await waitForEvent(video, 'loadeddata')
    const endS = Math.max(0, video.duration - BEFORE_END_S)
    const seekEnd = waitForEvent(video, 'seeked')
    const frameVisible = waitUntilVisible(video, endS - 2 * BEFORE_END_S)
    video.currentTime = endS
    await seekEnd
    await frameVisible
    return await drawFrame(video)
  } catch (error) {
    console.warn('The last frame could not be loaded.', error)
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

function waitForEvent(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} in time.`)), EVENT_WAIT_MS)
    const endWith = (settle: () => void) => () => {
      clearTimeout(timer)
      settle()
    }
    video.addEventListener(event, endWith(resolve), { once: true })
    video.addEventListener(
      'error',
      endWith(() => reject(new Error(video.error?.message ?? 'unreadable'))),
      { once: true },
    )
  })
}

/** Waits until the frame is visible. A busy browser fires `seeked` before the frame is visible. */
function waitUntilVisible(video: HTMLVideoElement, earliestS: number): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SHOWN_WITHIN_MS)
    const checkFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
      if (mediaTime < earliestS) return void video.requestVideoFrameCallback(checkFrame)
      clearTimeout(timer)
      resolve()
    }
    video.requestVideoFrameCallback(checkFrame)
  })
}

function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { width, height } = withinCanvas({ width: video.videoWidth, height: video.videoHeight })
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context === null || canvas.width === 0) return Promise.resolve(null)
  context.drawImage(video, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const SHORT_ID_LENGTH = 6

/**
 * Starts a new video with this video's last frame. Both videos are joined when the new one is done. False if there is no frame, or if the
 * user has navigated meanwhile.
 */
export async function continueFromLastFrame(
  creation: Creation,
  {
    requestPrefill,
    go,
    locationKey,
    notify,
    clock,
    ...deps
  }: Pick<ActionDeps, 'lastFrame' | 'requestPrefill' | 'go' | 'locationKey' | 'notify' | 'clock'>,
): Promise<boolean> {
  const { videoUrl, id } = creation
  const startKey = locationKey()
  const file = videoUrl === null ? null : await showToastWhenSlow(deps.lastFrame(videoUrl), text('action.readingFrame'), { notify, clock })
  if (locationKey() !== startKey) return false
  if (file === null) {
    await notify({ id: 'last-frame', color: 'error', title: text('action.frameFailed'), description: text('action.frameFailedHint') })
    return false
  }
  const name = `last-frame-${id.slice(0, SHORT_ID_LENGTH)}.png`
  const settings = { extends: { id, title: titleOf({ kind: 'media', creation }) } }
  requestPrefill({ bizType: 'CUSTOM', settings, pictures: [{ name, file }] })
  go(linkTo('imageToVideo'))
  return true
}
