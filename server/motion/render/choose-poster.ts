const CANDIDATES = 7
/** The weight lost by the first and last frame against the middle one: only enough to break ties. */
const MIDDLE_WEIGHT = 0.06

/** The score of a frame as a poster: 0 shows nothing, 1 all of the picture. */
export interface FrameScore {
  readonly index: number
  readonly score: number
}

/** Whether a frame is scored: a few, evenly spaced, the first and last included. */
export function isPosterCandidate(index: number, frameCount: number): boolean {
  const step = (frameCount - 1) / (CANDIDATES - 1)
  return Math.round(Math.round(index / step) * step) === index || index === 0
}

/** The poster's frame: the best score, and of equal ones the nearest to the middle. */
export function choosePoster(scores: readonly FrameScore[], frameCount: number): number {
  const middle = (frameCount - 1) / 2
  const worth = ({ index, score }: FrameScore) => score * (1 - (MIDDLE_WEIGHT * Math.abs(index - middle)) / Math.max(1, middle))
  const [first, ...others] = scores
  if (!first) return 0
  return others.reduce((best, next) => (worth(next) > worth(best) ? next : best), first).index
}
