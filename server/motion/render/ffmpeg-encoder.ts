import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '#shared/clock.ts'
import { JobTimeout } from '#server/workers/worker-pool.ts'
import type { Encoder } from './h264-encoder.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import type { Size } from '#motion/pixels.ts'

export interface FfmpegOptions {
  /** The path of ffmpeg, or a name that is searched for in PATH. */
  readonly ffmpegPath: string
  /** The size of a frame, in px. */
  readonly frame: Size
  /** The target for the bits of the largest second. A second may exceed it by a tenth. */
  readonly maxBitsPerSecond: number
  /** The time limit in ms of one frame, and of the last step that ends the file. */
  readonly limitMs: number
  readonly signal: AbortSignal
  readonly setTimer?: Clock['setTimer'] | undefined
}

const PRESET = 'veryfast'
/** ffmpeg's quality: a lower value is better. */
const CRF = '20'
const KEY_FRAME_EVERY = 120
/**
 * The maximum bit rate and the buffer size of the encoder, as shares of the maximum bits per second. One second may contain both, so at
 * most 1.1 of the maximum.
 */
const BIT_RATE_SHARE = 0.8
const BUFFER_SHARE = 0.3
const MAX_REPORT_CHARACTERS = 2_000

// The arguments of ffmpeg. Without B-frames, frames are stored in display order. The SEI with the encoder's settings is removed.
function argumentsFor({ width, height }: Size, maxBitsPerSecond: number): string[] {
  const inputArguments = `-f rawvideo -pix_fmt yuv420p -video_size ${width}x${height} -framerate ${FRAMES_PER_SECOND} -i pipe:0`
  const rateArguments = `-maxrate ${Math.round(maxBitsPerSecond * BIT_RATE_SHARE)} -bufsize ${Math.round(maxBitsPerSecond * BUFFER_SHARE)}`
  const codecArguments = `-an -c:v libx264 -preset ${PRESET} -crf ${CRF} ${rateArguments} -bf 0 -g ${KEY_FRAME_EVERY} -pix_fmt yuv420p`
  const colourArguments = '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709'
  const outputArguments =
    '-bsf:v filter_units=remove_types=6 -map_metadata -1 -fflags +bitexact -f mp4 -movflags empty_moov+frag_keyframe pipe:1'
  return `-v error -nostdin ${inputArguments} ${codecArguments} ${colourArguments} ${outputArguments}`.split(' ')
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** Resolves with the output of a successful process; rejects with a sentence that includes its error output. */
async function waitForOutput(child: Child): Promise<Uint8Array<ArrayBuffer>> {
  const outputChunks: Buffer[] = []
  let errorOutput = ''
  child.stdout.on('data', (chunk: Buffer) => outputChunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => (errorOutput = `${errorOutput}${chunk.toString()}`.slice(-MAX_REPORT_CHARACTERS)))
  const [code, killSignal] = await once(child, 'close')
  if (code === 0) return new Uint8Array(Buffer.concat(outputChunks))
  throw new Error(`ffmpeg ended with ${killSignal ?? `code ${code}`}: ${errorOutput.trim()}`)
}

/** A separate ffmpeg process, fed by pipe. An abort, the limit and `close` kill it. */
export function createFfmpegEncoder(options: FfmpegOptions): Encoder {
  const { ffmpegPath, frame, maxBitsPerSecond, limitMs, signal, setTimer = systemClock.setTimer } = options
  const child = spawn(ffmpegPath, argumentsFor(frame, maxBitsPerSecond), { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  child.on('error', () => undefined)
  let killCause: { readonly reason: unknown } | null = null
  const kill = (reason: unknown) => {
    killCause ??= { reason }
    child.kill('SIGKILL')
  }
  const onAbort = () => kill(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  let cancelLimit = () => {}
  const startTimeLimit = () => {
    cancelLimit()
    cancelLimit = setTimer(() => kill(new JobTimeout(`ffmpeg did not respond for ${limitMs} ms`)), limitMs)
  }
  const output = waitForOutput(child)
    .catch((error: unknown) => Promise.reject(killCause ? killCause.reason : error))
    .finally(() => {
      cancelLimit()
      signal.removeEventListener('abort', onAbort)
    })
  output.catch(() => undefined)
  // A pipe breaks when its process ends, and the exit of the process already reports the reason.
  child.stdin.on('error', () => undefined)

  return {
    async add(i420) {
      startTimeLimit()
      const isWritten = await new Promise<boolean>((resolve) => child.stdin.write(i420, (error) => resolve(!error)))
      cancelLimit()
      if (isWritten) return
      await output
      throw new Error('ffmpeg ended before its last frame')
    },
    finish() {
      startTimeLimit()
      child.stdin.end()
      return output
    },
    async close() {
      kill(new Error('The encoder was closed'))
      await output.catch(() => undefined)
    },
  }
}
