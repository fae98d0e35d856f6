import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'

/** What a run of frames may take, and whether other runs of its video lie before and after it. */
export interface RunBudget {
  readonly bytesPerSecond: number
  readonly isJoinedBefore: boolean
  readonly isJoinedAfter: boolean
}

/** Measures a run against its budget, frame by frame. An excess of 1 is exactly the budget. */
export interface RateMeter {
  add(frameBytes: number): void
  /** Of the worst second so far. */
  excess(): number
  /** Of the worst second, the run's end included. */
  finalExcess(): number
}

/**
 * Shares of a second's bytes for the two runs of a join, which do not know each other's sizes: a second across it takes all of them at most,
 * 1.06. The first is for the key frame, the next for one large frame at the end of the run before.
 */
const KEY_FRAME_SHARE = 0.22
const BURST_SHARE = 0.05
const FRAME_SHARE = 0.79 / FRAMES_PER_SECOND

export function createRateMeter({ bytesPerSecond, isJoinedBefore, isJoinedAfter }: RunBudget): RateMeter {
  const sizes: number[] = []
  let worst = 0

  return {
    add(frameBytes) {
      sizes.push(frameBytes)
      worst = Math.max(worst, sumOf(sizes.slice(-FRAMES_PER_SECOND)) / bytesPerSecond)
      const count = sizes.length
      if (isJoinedBefore && count < FRAMES_PER_SECOND)
        worst = Math.max(worst, sumOf(sizes) / (bytesPerSecond * (KEY_FRAME_SHARE + FRAME_SHARE * count)))
    },
    excess: () => worst,
    finalExcess() {
      if (!isJoinedAfter) return worst
      const ends = sizes.slice(-FRAMES_PER_SECOND + 1).map((_, at, last) => last.slice(at))
      return Math.max(worst, ...ends.map((end) => sumOf(end) / (bytesPerSecond * (BURST_SHARE + FRAME_SHARE * end.length))))
    },
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
