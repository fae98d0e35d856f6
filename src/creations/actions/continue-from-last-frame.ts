import type { Creation } from '#shared/api/generation.ts'
import { linkTo } from '#src/platform/routes.ts'
import { text } from '#src/platform/i18n.ts'
import { type ActionDeps, titleOf } from './action-deps.ts'

const SHORT_ID_LENGTH = 6

/** Starts a new video from this one's last frame, which is joined to it when it is done; false when there is none, or the person has navigated. */
export async function continueFromLastFrame(
  creation: Creation,
  {
    lastFrame,
    requestPrefill,
    go,
    place,
    tell,
    clock,
  }: Pick<ActionDeps, 'lastFrame' | 'requestPrefill' | 'go' | 'place' | 'tell' | 'clock'>,
): Promise<boolean> {
  const { videoUrl, id } = creation
  const here = place()
  const file = videoUrl === null ? null : await tellWhenSlow(lastFrame(videoUrl), text('action.takingFrame'), { tell, clock })
  // The person has navigated in the meantime.
  if (place() !== here) return false
  if (file === null) {
    await tell({ id: 'last-frame', color: 'error', title: text('action.frameFailed'), description: text('action.frameFailedHint') })
    return false
  }
  const name = `last-frame-${id.slice(0, SHORT_ID_LENGTH)}.png`
  const settings = { extends: { id, title: titleOf({ kind: 'media', creation }) } }
  requestPrefill({ bizType: 'CUSTOM', settings, pictures: [{ name, file }] })
  go(linkTo('imageToVideo'))
  return true
}

/** After this long a toast reports that work is in progress, in ms. */
const SLOW_AFTER_MS = 700
const TOAST_ID = 'under-way'

/** Shows a progress toast while `work` is pending, but only if it is slow. */
export async function tellWhenSlow<T>(work: Promise<T>, title: string, { tell, clock }: Pick<ActionDeps, 'tell' | 'clock'>): Promise<T> {
  const done = new AbortController()
  let isTold = false
  void clock.sleep(SLOW_AFTER_MS, done.signal).then(() => {
    if (done.signal.aborted) return undefined
    isTold = true
    return tell({ id: TOAST_ID, color: 'info', title })
  })
  try {
    return await work
  } finally {
    done.abort()
    if (isTold) void tell({ id: TOAST_ID, open: false })
  }
}
