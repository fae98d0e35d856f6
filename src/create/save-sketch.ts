import { downloadName } from '#shared/domain/download-name.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import { deliverFile } from '#src/creations/deliver-file.ts'
import { pageDeps } from '#src/creations/page-deps.ts'
import { ask } from '#src/design/ask.ts'
import { showToast } from '#src/design/toast.ts'
import { type MediaClient, mediaClient } from '#src/editing/media-client.ts'
import { failureText, text } from '#src/i18n/i18n.ts'
import { type Composer, preparedPictures } from './composer.ts'

/** Saves the sketch as a small video with a label. This costs no points and needs no network. */
export async function saveSketch(
  composer: Composer,
  plan: MotionPlan,
  client: MediaClient = mediaClient,
  nowMs = Date.now(),
): Promise<void> {
  const pictures = preparedPictures(composer)
  if (pictures === null) return
  const order = { plan, pictures: pictures.map(({ blob }) => blob) }
  const answer = await client.sketch(neverAborted(), order, () => undefined)
  if (!answer.ok) {
    await showToast({ id: 'sketch', color: 'error', title: text('compose.saveSketch.failed'), description: failureText(answer.error) })
    return
  }
  const { prompt, templateName = null } = composer.state.settings
  const name = downloadName({ id: '', prompt, templateName, createdAt: nowMs }).replace(/-?\.mp4$/, '-sketch.mp4')
  await deliverFile(new File([answer.value.blob], name, { type: 'video/mp4' }), pageDeps({ notify: showToast, ask, go: () => undefined }))
}
