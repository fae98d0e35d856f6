import { createFfmpegEncoder } from './ffmpeg-encoder.ts'
import type { StartTimer } from './render-limits.ts'
import { FRAME_LIMIT_MS } from './render-limits.ts'
import { splitFrames, splitForWorkers } from './segment.ts'
import type { VideoRun } from './video-run.ts'
import type { FrameScore } from './choose-poster.ts'

interface FfmpegUse {
  readonly ffmpegPath: string
  readonly workers: number
  readonly startTimer?: StartTimer | undefined
}

const FRAMES_PER_DRAW = 2

/**
 * Workers draw, one ffmpeg encodes the whole video in order: it shares its bits and places its key frames better than pieces could.
 * No more frames are drawn ahead than keep every worker busy.
 */
export async function encodeWithFfmpeg(run: VideoRun, { ffmpegPath, workers, startTimer }: FfmpegUse): Promise<EncodedFrames> {
  const { plan, frame } = run.video
  const encoder = createFfmpegEncoder({ ffmpegPath, frame, limitMs: FRAME_LIMIT_MS, signal: run.signal, startTimer })
  const frameBytes = (frame.width * frame.height * 3) / 2
  const waiting = splitFrames(plan.frameCount, Math.ceil(plan.frameCount / FRAMES_PER_DRAW))
  const drawing = waiting.splice(0, workers + 1).map((frames) => run.run({ kind: 'draw', ...frames }))
  const scores = []
  try {
    for (let next = drawing.shift(); next; next = drawing.shift()) {
      const drawn = await next
      scores.push(...drawn.scores)
      const [following] = waiting.splice(0, 1)
      if (following) drawing.push(run.run({ kind: 'draw', ...following }))
      for (let at = 0; at < drawn.bytes.length; at += frameBytes) await encoder.add(drawn.bytes.subarray(at, at + frameBytes))
    }
    return { segments: [await encoder.finish()], scores }
  } catch (error) {
    run.fail(error)
    throw error
  } finally {
    await Promise.allSettled([...drawing, encoder.close()])
  }
}

/** A video's frames as MP4s to be joined, and what its candidates for the poster are worth. */
interface EncodedFrames {
  readonly segments: readonly Uint8Array<ArrayBuffer>[]
  readonly scores: readonly FrameScore[]
}

/** Each worker draws and encodes runs of its own: nothing but encoded bytes leaves a thread. */
export async function encodeOnWorkers(run: VideoRun, workers: number): Promise<EncodedFrames> {
  const tasks = splitForWorkers(run.video.plan.frameCount, workers).map((frames) => run.run({ kind: 'encode', ...frames }))
  const done = await run.all(tasks)
  return { segments: done.map(({ bytes }) => bytes), scores: done.flatMap(({ scores }) => scores) }
}
