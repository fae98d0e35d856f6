import { systemClock } from '#shared/clock.ts'
import type { CountMessage } from './counted-image-worker.ts'
import type { ImageApi } from '#shared/contract/image-contract.ts'
import { wrap } from 'comlink'
import { createImageClient } from '#src/pictures/create-image-client.ts'
import { MAX_INPUT_PIXELS } from './max-input-pixels.ts'

/** Sends all photos to the app's own queue at once. Its worker counts the decoded pictures that exist at one time. */
export async function prepareQueued(photos: readonly File[]): Promise<{ readonly picture: Blob; readonly mostDecoded: number }> {
  let mostDecoded = 0
  const client = createImageClient({
    spawn({ onFailure }) {
      const worker = new Worker(new URL('./counted-image-worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('error', (event) => onFailure(event.message))
      worker.addEventListener('message', ({ data }: MessageEvent<Partial<CountMessage>>) => {
        mostDecoded = Math.max(mostDecoded, data.mostDecoded ?? 0)
      })
      return { api: wrap<ImageApi>(worker), terminate: () => worker.terminate() }
    },
    loadPagePictures: () => Promise.reject(new Error('this browser has no worker that prepares pictures')),
    maxInputPixels: () => MAX_INPUT_PIXELS,
    setTimer: systemClock.setTimer,
  })
  const { signal } = new AbortController()
  const results = await Promise.all(photos.map((photo) => client.prepare(signal, photo)))
  const [firstPicture] = results.map((result) => {
    if (!result.ok) throw new Error(result.error.code)
    return result.value.blob
  })
  return { picture: firstPicture!, mostDecoded }
}
