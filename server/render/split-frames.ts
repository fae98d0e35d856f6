export interface FrameRun {
  readonly firstFrame: number
  readonly frameCount: number
}

/** The longest run that a worker encodes: its bytes wait in memory. */
const MAX_RUN_FRAMES = 240
/** The shortest: each run begins with a key frame, and many in a row show as a pulse. */
const MIN_RUN_FRAMES = 24

/** Splits frames 0 to `total` - 1 into at most `parts` runs of nearly the same length, in order. */
export function splitFrames(total: number, parts: number): FrameRun[] {
  const used = Math.min(parts, total)
  return Array.from({ length: used }, (_, part) => {
    const firstFrame = Math.floor((total * part) / used)
    return { firstFrame, frameCount: Math.floor((total * (part + 1)) / used) - firstFrame }
  })
}

/** Splits frames into runs to encode: as many for each worker, neither so long that they fill memory nor so short that they show. */
export function splitForWorkers(total: number, workers: number): FrameRun[] {
  const used = Math.min(workers, Math.max(1, Math.floor(total / MIN_RUN_FRAMES)))
  return splitFrames(total, used * Math.ceil(total / (used * MAX_RUN_FRAMES)))
}
