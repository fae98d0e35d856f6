import type { FrameScore } from '#server/render/choose-poster.ts'
import { splitForWorkers } from '#server/render/split-frames.ts'
import type { VideoRun } from '#server/render/video-run.ts'

/** A video's frames as MP4s to be joined, and what its candidates for the poster are worth. */
export interface EncodedFrames {
  readonly segments: readonly Uint8Array<ArrayBuffer>[]
  readonly scores: readonly FrameScore[]
}

/** Each worker draws and encodes runs of its own: nothing but encoded bytes leaves a thread. */
export async function encodeOnWorkers(run: VideoRun, workers: number): Promise<EncodedFrames> {
  const tasks = splitForWorkers(run.video.plan.frameCount, workers).map((frames) => run.run({ kind: 'encode', ...frames }))
  const done = await run.all(tasks)
  return { segments: done.map(({ bytes }) => bytes), scores: done.flatMap(({ scores }) => scores) }
}
