import imageCompression from 'browser-image-compression'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import { imageClient } from '#src/bridge/image-client.ts'
import { MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { preparePicture } from '#workers/image/core/prepare-picture.ts'
import { viewPicture } from '#workers/image/core/view-picture.ts'
import { createWorkerEasel } from '#workers/image/core/worker-easel.ts'
import { makeNoisyPhoto } from './canvas-photo.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    comparePictures: (photo: string, pictures: readonly string[]) => Promise<{ readonly ssim: number; readonly psnr: number }[]>
  }
}

afterEach(() => vi.restoreAllMocks())

describe('the packages of the pipeline, in Chromium', () => {
  it('pica does the last reduction up to the size of a view: it comes nearer to Lanczos than the canvas', async () => {
    const photo = await makeNoisyPhoto(3600, 1800, 0.8)
    const byWorker = await imageClient.view(new AbortController().signal, photo)
    const byCanvas = await viewPicture(createWorkerEasel('chromium', 0), photo, MAX_INPUT_PX)
    if (!byWorker.ok || !byCanvas.ok) throw new Error('refused')
    const [worker, canvas] = await commands.comparePictures(await base64Of(photo), [
      await base64Of(byWorker.value.blob),
      await base64Of(byCanvas.value.blob),
    ])
    expect(worker!.ssim).toBeGreaterThan(canvas!.ssim + 0.01)
  })

  it('browser-image-compression packs every pass', async () => {
    const pack = vi.spyOn(imageCompression, 'canvasToFile')
    const easel = createWorkerEasel('chromium')
    const options = { ...AS_IT_IS, maxInputPixels: MAX_INPUT_PX }
    const result = await preparePicture(easel, await makeNoisyPhoto(1600, 1200, 0.95), options, () => undefined, 300_000)
    if (!result.ok) throw new Error(result.error.code)
    expect(result.value.shrinkPasses).toBeGreaterThan(0)
    expect(pack).toHaveBeenCalledTimes(result.value.shrinkPasses + 1)
  })
})

async function base64Of(blob: Blob): Promise<string> {
  const url = await imageCompression.getDataUrlFromFile(new File([blob], 'picture'))
  return url.slice(url.indexOf(',') + 1)
}
