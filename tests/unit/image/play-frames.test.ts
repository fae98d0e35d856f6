import { describe, expect, it } from 'vitest'
import {
  HALF_RATE_ABOVE_MS,
  middleFrame,
  PACE_FRAMES,
  sketchFrame,
  sketchMoment,
  SKETCH_HOLD_MS,
  STILL_ABOVE_MS,
} from '#shared/domain/sketch-rules.ts'
import { playFrames } from '#workers/image/core/sketch-calls.ts'

const FRAME_COUNT = 96
const FRAME_MS = 1000 / 24

/** Plays frames on the test's clock. Drawing a frame needs `costMs`, or `smallCostMs` once the sketch is drawn smaller. */
function startPlaying(costMs = 0, smallCostMs: number | null = null) {
  const drawnFrames: number[] = []
  let nowMs = 1000
  let isSmall = false
  let timer: { run: () => void; atMs: number } | null = null
  const player = playFrames(
    FRAME_COUNT,
    (index) => {
      drawnFrames.push(index)
      nowMs += isSmall ? (smallCostMs ?? costMs) : costMs
    },
    {
      nowMs: () => nowMs,
      setTimer(run, delayMs) {
        const ownTimer = { run, atMs: nowMs + delayMs }
        timer = ownTimer
        return () => {
          if (timer === ownTimer) timer = null
        }
      },
    },
    () => {
      const isFirst = smallCostMs !== null && !isSmall
      isSmall = true
      return isFirst
    },
  )
  function advance(ms: number): void {
    const untilMs = nowMs + ms
    for (let dueTimer = timer; dueTimer !== null && dueTimer.atMs <= untilMs; dueTimer = timer) {
      nowMs = Math.max(nowMs, dueTimer.atMs)
      timer = null
      dueTimer.run()
    }
    nowMs = Math.max(nowMs, untilMs)
  }
  return { drawnFrames, player, advance, isWaiting: () => timer !== null }
}

describe('a sketch that is cheap to draw', () => {
  it('shows every frame in order at 24 a second, holds the last one and restarts', () => {
    const { drawnFrames, player, advance } = startPlaying()
    player.resume()
    advance((FRAME_COUNT - 1) * FRAME_MS + 1)
    expect(drawnFrames).toEqual(Array.from({ length: FRAME_COUNT }, (_, index) => index))
    advance(SKETCH_HOLD_MS - 10)
    expect(drawnFrames).toHaveLength(FRAME_COUNT)
    advance(20)
    expect(drawnFrames.slice(FRAME_COUNT)).toEqual([0])
  })

  it('rests without a timer, and continues at the same frame', () => {
    const { drawnFrames, player, advance, isWaiting } = startPlaying()
    player.resume()
    advance(10 * FRAME_MS + 1)
    player.pause()
    expect(isWaiting()).toBe(false)
    advance(60_000)
    const drawnBefore = drawnFrames.length
    player.resume()
    expect(drawnFrames.slice(drawnBefore)).toEqual([10])
    advance(FRAME_MS)
    expect(drawnFrames.at(-1)).toBe(11)
  })

  it('is not doubled by a second resume', () => {
    const { drawnFrames, player, advance } = startPlaying()
    player.resume()
    player.resume()
    advance(5 * FRAME_MS + 1)
    expect(drawnFrames).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('a sketch on a slow device', () => {
  it('is drawn smaller before a frame is left out', () => {
    const { drawnFrames, player, advance } = startPlaying(HALF_RATE_ABOVE_MS + 2, HALF_RATE_ABOVE_MS - 2)
    player.resume()
    advance((FRAME_COUNT - 1) * FRAME_MS + 1)
    expect(drawnFrames).toEqual(Array.from({ length: FRAME_COUNT }, (_, index) => index))
  })

  it('leaves out every other frame once frames are measured as slow', () => {
    const { drawnFrames, player, advance } = startPlaying(HALF_RATE_ABOVE_MS + 2)
    player.resume()
    advance(2500)
    const lateFrames = drawnFrames.slice(PACE_FRAMES + 1)
    expect(lateFrames.length).toBeGreaterThan(5)
    expect(lateFrames.every((frame) => frame % 2 === 0)).toBe(true)
  })

  it('ends on its middle frame where even that is too slow', () => {
    const { drawnFrames, player, advance, isWaiting } = startPlaying(STILL_ABOVE_MS + 5)
    player.resume()
    advance(60_000)
    expect(drawnFrames).toHaveLength(PACE_FRAMES + 1)
    expect(drawnFrames.at(-1)).toBe(middleFrame(FRAME_COUNT))
    expect(isWaiting()).toBe(false)
  })
})

describe('numbers of a sketch', () => {
  it.each([
    [
      { width: 1200, height: 800 },
      { width: 384, height: 256 },
    ],
    [
      { width: 800, height: 1200 },
      { width: 256, height: 384 },
    ],
    [
      { width: 1000, height: 401 },
      { width: 384, height: 154 },
    ],
    [
      { width: 4.0 / 3.0, height: 1 },
      { width: 384, height: 288 },
    ],
  ])('a picture of %j is sketched at %j', (picture, frame) => {
    expect(sketchFrame(picture)).toEqual(frame)
  })

  it('a frame is due exactly when the one before it is over, also the last one at half the rate', () => {
    for (let frame = 0; frame < FRAME_COUNT - 1; frame++) {
      const { nextInMs, ...moment } = sketchMoment(frame * FRAME_MS, FRAME_COUNT, 1)
      expect(moment).toEqual({ frame })
      expect(nextInMs).toBeCloseTo(FRAME_MS, 1)
    }
    const momentNearEnd = sketchMoment(94 * FRAME_MS + 1, FRAME_COUNT, 2)
    expect(momentNearEnd.frame).toBe(94)
    expect(momentNearEnd.nextInMs).toBeCloseTo(FRAME_MS - 1, 1)
    expect(sketchMoment(95 * FRAME_MS + 1, FRAME_COUNT, 2).frame).toBe(95)
  })
})
