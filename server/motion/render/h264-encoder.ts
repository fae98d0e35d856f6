import type * as H264Package from 'h264-mp4-encoder'
import { createRequire } from 'node:module'
import type { Size } from '#motion/pixels.ts'
import type { OverlayKind } from '#motion/vocabulary/overlay-kinds.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'

/** Encodes I420 frames to one MP4, with frames stored in display order. */
export interface Encoder {
  /** Resolves when the next frame may be added; the bytes can then be reused. */
  add(i420: Uint8Array): void | Promise<void>
  finish(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
  /** Frees everything; may be called after `finish` or instead of it. */
  close(): void | Promise<void>
}

const ERROR_EVENTS = ['uncaughtException', 'unhandledRejection'] as const

// The package is a CommonJS webpack bundle, whose named exports Node cannot detect.
const require = createRequire(import.meta.url)

/** The encoder's speed: 0 is the best quality, 10 the fastest. */
const FAST_SPEED = 9
/** A slower speed: half the bytes for a picture with much detail, in one and a half to twice the time. */
export const CAREFUL_SPEED = 8
/** Without further key frames, only the start of a segment has one: each key frame is visible as a pulse in slow motion. */
const NO_FURTHER_KEY_FRAMES = 0

/** The encoder writes its file once per second of video time. This rate makes it write each frame; joining sets the real rate. */
const WRITTEN_FRAME_RATE = 1

let openedCount = 0

/** The WebAssembly encoder, on this thread. All encoders share one file system, so each has its own file name. */
export async function createH264Encoder(frameSize: Size, quantizationParameter = FINE_QUANTISER, speed = FAST_SPEED) {
  const encoder = await openH264()
  Object.assign(encoder, { ...frameSize, frameRate: WRITTEN_FRAME_RATE, speed })
  Object.assign(encoder, { quantizationParameter, groupOfPictures: NO_FURTHER_KEY_FRAMES })
  openedCount += 1
  encoder.outputFilename = `${openedCount}.mp4`
  encoder.initialize()
  let state: 'open' | 'finished' | 'closed' = 'open'

  function finish(): Uint8Array<ArrayBuffer> {
    state = 'finished'
    encoder.finalize()
    // `readFile` returns a copy, so the file can be removed.
    const mp4 = encoder.FS.readFile(encoder.outputFilename) as Uint8Array<ArrayBuffer>
    encoder.FS.unlink(encoder.outputFilename)
    return mp4
  }

  return {
    add: (i420: Uint8Array) => encoder.addFrameYuv(i420),
    /** The number of bytes in the file so far. The encoder writes the last few thousand bytes of its frames later. */
    writtenBytes: () => (encoder.FS.stat(encoder.outputFilename) as { size: number }).size,
    finish,
    close() {
      if (state === 'closed') return
      // Deleting an unfinished encoder aborts its whole WebAssembly module.
      if (state === 'open') finish()
      state = 'closed'
      encoder.delete()
    },
  } satisfies Encoder & { writtenBytes(): number }
}

/** Loads the WebAssembly encoder on this thread. Removes the package's handler, which would end the process at any unhandled rejection. */
export function openH264(): Promise<H264Package.H264MP4Encoder> {
  const earlierListeners = ERROR_EVENTS.map((name) => new Set<unknown>(process.listeners(name as 'uncaughtException')))
  const { createH264MP4Encoder } = require('h264-mp4-encoder') as typeof H264Package
  const encoderPromise = createH264MP4Encoder()
  for (const [index, name] of ERROR_EVENTS.entries()) {
    const packageListeners = process
      .listeners(name as 'uncaughtException')
      .filter((listener) => earlierListeners[index]?.has(listener) !== true)
    for (const listener of packageListeners) process.off(name, listener)
  }
  return encoderPromise
}

/** The quantiser of most videos. Quantisers are 10 to 51; a lower value means better quality and a larger file, in nearly the same time. */
export const FINE_QUANTISER = 23
/** The quantiser of videos with new noise in every frame. Noise costs ten times the bytes, and hides the loss of a coarser step. */
export const NOISY_QUANTISER = 29
export const COARSEST_QUANTISER = 51

const NOISY_OVERLAYS: ReadonlySet<OverlayKind> = new Set(['grain', 'film-scratches', 'scanlines'])

export function quantiserOf({ overlays }: Pick<MotionPlan, 'overlays'>): number {
  return overlays.some(({ kind }) => NOISY_OVERLAYS.has(kind)) ? NOISY_QUANTISER : FINE_QUANTISER
}
