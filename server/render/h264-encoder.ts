import type { Encoder } from '#server/render/encoder.ts'
import { openH264 } from '#server/render/open-h264.ts'
import { FINE_QUANTISER } from '#server/render/quantiser-of.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import type { Size } from '#shared/motion/picture.ts'

/** 0 is the best picture, 10 the fastest. */
const SPEED = 9
/** Key frames only at the start of a segment: each one shows as a pulse in a slow move. */
const NO_FURTHER_KEY_FRAMES = 0

/** The encoder in WebAssembly, on this thread. */
export async function createH264Encoder(frame: Size, quantizationParameter = FINE_QUANTISER) {
  const encoder = await openH264()
  Object.assign(encoder, { ...frame, frameRate: FRAMES_PER_SECOND, speed: SPEED })
  Object.assign(encoder, { quantizationParameter, groupOfPictures: NO_FURTHER_KEY_FRAMES })
  encoder.initialize()
  let state: 'open' | 'finished' | 'closed' = 'open'

  function finish(): Uint8Array<ArrayBuffer> {
    state = 'finished'
    encoder.finalize()
    // Reading makes a copy of its own.
    const mp4 = encoder.FS.readFile(encoder.outputFilename) as Uint8Array<ArrayBuffer>
    encoder.FS.unlink(encoder.outputFilename)
    return mp4
  }

  return {
    add: (i420: Uint8Array) => encoder.addFrameYuv(i420),
    finish,
    close() {
      if (state === 'closed') return
      // Deleting an encoder that was not finished aborts its whole WebAssembly module.
      if (state === 'open') finish()
      state = 'closed'
      encoder.delete()
    },
  } satisfies Encoder
}
