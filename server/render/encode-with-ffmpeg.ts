import type { EncodedFrames } from '#server/render/encode-on-workers.ts'
import { createFfmpegEncoder } from '#server/render/ffmpeg-encoder.ts'
import { FRAME_LIMIT_MS } from '#server/render/render-limits.ts'
import { splitFrames } from '#server/render/split-frames.ts'
import type { StartTimer } from '#server/render/timer.ts'
import type { VideoRun } from '#server/render/video-run.ts'

export interface FfmpegUse {
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
