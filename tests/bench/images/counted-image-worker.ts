import type { DecodedPicture, CanvasBackend } from '#workers/image/core/canvas-backend.ts'
import type { ImageApi } from '#shared/contract/image-contract.ts'
import { expose } from 'comlink'
import { canPrepare, engineOf } from '#workers/image/core/browser-engine.ts'
import { createPictureCalls } from '#workers/image/core/picture-calls.ts'
import { createWorkerCanvas } from '#workers/image/core/worker-canvas.ts'

/** The worker sends this after each decoding: the maximum number of pictures that were decoded or being decoded at one time. */
export interface CountMessage {
  readonly mostDecoded: number
}

const backend = createWorkerCanvas(engineOf(navigator.userAgent))
let decodedCount = 0
let mostDecoded = 0

const decode: CanvasBackend['decode'] = async (file, head, scale) => {
  decodedCount += 1
  mostDecoded = Math.max(mostDecoded, decodedCount)
  const result = await backend.decode(file, head, scale)
  self.postMessage({ mostDecoded } satisfies CountMessage)
  if (!result.ok) decodedCount -= 1
  return result.ok ? { ok: true, value: withCountedClose(result.value) } : result
}

function withCountedClose(picture: DecodedPicture): DecodedPicture {
  return {
    ...picture,
    close() {
      decodedCount -= 1
      picture.close()
    },
  }
}

expose({
  canPrepare: async () => canPrepare(),
  ...createPictureCalls({ ...backend, decode }, () => undefined),
} satisfies ImageApi)
