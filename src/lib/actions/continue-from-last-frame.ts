import type { Creation } from '#shared/api/generation.ts'
import { linkTo } from '#src/lib/routes.ts'
import { text } from '#src/lib/i18n.ts'
import type { ActionDeps } from './action-deps.ts'
import { tellWhenSlow } from './tell-when-slow.ts'

const SHORT_ID_LENGTH = 6

/** Begins a new video with the last picture of this one; false when there is none, or who asked has gone on. */
export async function continueFromLastFrame(
  creation: Creation,
  { lastFrame, leaveWish, go, place, tell, clock }: Pick<ActionDeps, 'lastFrame' | 'leaveWish' | 'go' | 'place' | 'tell' | 'clock'>,
): Promise<boolean> {
  const { videoUrl, id } = creation
  const here = place()
  const file = videoUrl === null ? null : await tellWhenSlow(lastFrame(videoUrl), text('action.takingFrame'), { tell, clock })
  // Whoever has gone on already is not called back.
  if (place() !== here) return false
  if (file === null) {
    await tell({ id: 'last-frame', color: 'error', title: text('action.frameFailed'), description: text('action.frameFailedHint') })
    return false
  }
  leaveWish({ bizType: 'CUSTOM', settings: {}, pictures: [{ name: `last-frame-${id.slice(0, SHORT_ID_LENGTH)}.png`, file }] })
  go(linkTo('imageToVideo'))
  return true
}
