import { parentPort } from 'node:worker_threads'
import { createH264Encoder } from '#server/motion/render/h264-encoder.ts'
import type { Size } from '#motion/pixels.ts'

interface EncodeJob {
  readonly frame: Size
  readonly frames: Uint8Array
  readonly frameBytes: number
  readonly quantiser: number
}

/** Encodes frames that are already drawn. A whole job cannot need less time. */
async function encode({ frame, frames, frameBytes, quantiser }: EncodeJob): Promise<void> {
  const encoder = await createH264Encoder(frame, quantiser)
  for (let offset = 0; offset < frames.length; offset += frameBytes) encoder.add(frames.subarray(offset, offset + frameBytes))
  parentPort?.postMessage(encoder.finish().length)
  encoder.close()
}

parentPort?.on('message', (job: EncodeJob) => void encode(job))
