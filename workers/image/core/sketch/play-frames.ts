import { HALF_RATE_ABOVE_MS, middleFrame, PACE_FRAMES, sketchMoment, STILL_ABOVE_MS } from '#shared/domain/sketch-rules.ts'

export interface SketchClock {
  readonly nowMs: () => number
  /** Runs something later; the answer cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

export interface Playing {
  /** Goes on where it rested; the first time from the first frame. */
  resume(): void
  rest(): void
}

type Pace = 1 | 2 | 'still'

/** Plays frames at the time they are due, every other one where a device is slow, and the middle one alone where it is slower still. */
export function playFrames(frameCount: number, drawFrame: (index: number) => void, { nowMs, setTimer }: SketchClock): Playing {
  let playedMs = 0
  let resumedAtMs = 0
  let cancel: (() => void) | null = null
  let pace: Pace = 1
  let costMs = 0
  let measured = 0

  function tick(): void {
    if (pace === 'still') return drawFrame(middleFrame(frameCount))
    const { frame } = sketchMoment(elapsedMs(), frameCount, pace)
    const startedMs = nowMs()
    drawFrame(frame)
    const next = paceAfter(pace, nowMs() - startedMs)
    pace = next
    cancel = setTimer(tick, next === 'still' ? 0 : sketchMoment(elapsedMs(), frameCount, next).nextInMs)
  }

  function paceAfter(now: Pace, tookMs: number): Pace {
    costMs += tookMs
    measured += 1
    if (measured < PACE_FRAMES) return now
    const meanMs = costMs / measured
    costMs = 0
    measured = 0
    if (meanMs > STILL_ABOVE_MS) return 'still'
    return meanMs > HALF_RATE_ABOVE_MS ? 2 : now
  }

  const elapsedMs = () => playedMs + nowMs() - resumedAtMs

  return {
    resume() {
      if (cancel !== null) return
      resumedAtMs = nowMs()
      tick()
    },
    rest() {
      if (cancel === null) return
      cancel()
      cancel = null
      playedMs = elapsedMs()
    },
  }
}
