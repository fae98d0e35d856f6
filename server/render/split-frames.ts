export interface FrameRun {
  readonly firstFrame: number
  readonly frameCount: number
}

/** Splits frames 0 to `total` - 1 into at most `parts` runs of nearly the same length, in order. */
export function splitFrames(total: number, parts: number): FrameRun[] {
  const used = Math.min(parts, total)
  return Array.from({ length: used }, (_, part) => {
    const firstFrame = Math.floor((total * part) / used)
    return { firstFrame, frameCount: Math.floor((total * (part + 1)) / used) - firstFrame }
  })
}
