import imageCompression from 'browser-image-compression'
import { expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { imageClient } from '#src/pictures/image-client.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { viewPicture } from '#workers/image/core/picture-calls.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'
import { makeNoisyPhoto } from './canvas-photo.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    comparePictures: (photo: string, pictures: readonly string[]) => Promise<{ readonly ssim: number; readonly psnr: number }[]>
  }
}

it('in Chromium pica does the last reduction up to the size of a view: it comes nearer to Lanczos than the canvas', async () => {
  const photo = await makeNoisyPhoto(3600, 1800, 0.8)
  const workerView = await imageClient.view(neverAborted(), photo)
  const canvasView = await viewPicture(createWorkerCanvas('chromium', 0), photo, MAX_INPUT_PX)
  if (!workerView.ok || !canvasView.ok) throw new Error('refused')
  const [workerScore, canvasScore] = await commands.comparePictures(await base64Of(photo), [
    await base64Of(workerView.value.blob),
    await base64Of(canvasView.value.blob),
  ])
  expect(workerScore!.ssim).toBeGreaterThan(canvasScore!.ssim + 0.01)
})

async function base64Of(blob: Blob): Promise<string> {
  const url = await imageCompression.getDataUrlFromFile(new File([blob], 'picture'))
  return url.slice(url.indexOf(',') + 1)
}
