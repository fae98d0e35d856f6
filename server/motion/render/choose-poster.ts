const CANDIDATES = 7
/** How much less the very first or last frame counts than the middle one: enough to decide between equals. */
const MIDDLE_WEIGHT = 0.06

/** What a frame is worth as a poster: 0 shows nothing, 1 everything that the picture shows. */
export interface FrameScore {
  readonly index: number
  readonly score: number
}

/** Whether a frame is looked at: a few, spread over the whole time, first and last among them. */
export function isPosterCandidate(index: number, frameCount: number): boolean {
  const step = (frameCount - 1) / (CANDIDATES - 1)
  return Math.round(Math.round(index / step) * step) === index || index === 0
}

/** The frame to show for a video: the best one, and of equals the one nearest to the middle. */
export function choosePoster(scores: readonly FrameScore[], frameCount: number): number {
  const middle = (frameCount - 1) / 2
  const worth = ({ index, score }: FrameScore) => score * (1 - (MIDDLE_WEIGHT * Math.abs(index - middle)) / Math.max(1, middle))
  const [first, ...others] = scores
  if (!first) return 0
  return others.reduce((best, next) => (worth(next) > worth(best) ? next : best), first).index
}
