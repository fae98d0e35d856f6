import { describe, expect, it } from 'vitest'
import * as rules from '#shared/domain/editing-rules.ts'
import {
  CROSS_FADE_FRAMES,
  EDIT_RATIOS,
  LOOP_KINDS,
  animationDelays,
  animationSize,
  estimateFrames,
  moveTrim,
  planSpans,
  ratioPart,
  resultFrames,
  timecode,
} from '#shared/domain/editing-rules.ts'

/** The frames of a result in order. A mix of two frames is listed as its first frame. */
function playedFrames(frames: number, loop: (typeof LOOP_KINDS)[number]): readonly number[] {
  return planSpans(frames, loop).flatMap(({ from, to, isBackward }) => {
    const run = Array.from({ length: to - from }, (_, index) => from + index)
    return isBackward ? run.toReversed() : run
  })
}

it('has the numbers of the documents', () => {
  const numbers = Object.fromEntries(Object.entries(rules).filter(([, value]) => typeof value === 'number'))
  expect(numbers).toEqual({
    ANIMATION_FRAMES_PER_SECOND: 12,
    ANIMATION_QUALITY: 0.8,
    ANIMATION_SIDE_PX: 480,
    ANIMATION_STEP: 2,
    BACKWARD_BUFFER_BYTES: 67_108_864,
    BITS_PER_EDITED_PIXEL: 0.2,
    CROSS_FADE_FRAMES: 12,
    CUT_FADE_S: 0.005,
    EDIT_KEY_FRAME_S: 2,
    EDIT_SOUND_BITS: 128_000,
    GIF_SCENE_BYTES: 67_108_864,
    MAX_EDIT_FRAMES: 2880,
    MAX_FINISH_TRIES: 3,
    MAX_JOINED_VIDEOS: 6,
    ESTIMATE_DELAY_MS: 400,
    ESTIMATE_PICTURES: 10,
    FINISHED_NOTICE_MS: 20_000,
    MAX_MUSIC_BYTES: 104_857_600,
    MAX_MUSIC_FADE_S: 5,
    MEDIA_IDLE_MS: 20_000,
    MEDIA_RETRY_MS: 25_000,
    MEDIA_SILENCE_MS: 60_000,
    MIN_TRIM_FRAMES: 6,
    MUSIC_FADE_S: 1,
    MUSIC_RETENTION_MS: 2_592_000_000,
    MUSIC_VOLUME: 0.8,
    MUSIC_VOLUME_STEP: 0.05,
    STILL_QUALITY: 0.92,
  })
})

describe('the frames of a result', () => {
  it('are those of the video without a loop', () => {
    expect(playedFrames(5, 'none')).toEqual([0, 1, 2, 3, 4])
  })

  it('go there and back, no end twice', () => {
    expect(playedFrames(5, 'thereAndBack')).toEqual([0, 1, 2, 3, 4, 3, 2, 1])
    expect(playedFrames(2, 'thereAndBack')).toEqual([0, 1])
    expect(playedFrames(1, 'thereAndBack')).toEqual([0])
  })

  it('end where the first of them follows in a cross-fade', () => {
    expect(planSpans(100, 'crossFade')).toEqual([
      { from: CROSS_FADE_FRAMES, to: 88, isBackward: false, fadesTo: null },
      { from: 88, to: 100, isBackward: false, fadesTo: 0 },
    ])
    expect(planSpans(9, 'crossFade')).toMatchObject([{ from: 3 }, { from: 6, fadesTo: 0 }])
    expect(playedFrames(2, 'crossFade')).toEqual([0, 1])
  })

  it('are as many as the length, for every length', () => {
    for (const loop of LOOP_KINDS) {
      for (let frames = 1; frames < 60; frames += 1) expect(resultFrames(frames, loop)).toBe(playedFrames(frames, loop).length)
    }
  })
})

describe('a trim', () => {
  const trim = { from: 10, to: 50 }

  it('moves one end, inside the video and at the least length', () => {
    expect(moveTrim(trim, 'from', 20, 60)).toEqual({ from: 20, to: 50 })
    expect(moveTrim(trim, 'from', 49, 60)).toEqual({ from: 44, to: 50 })
    expect(moveTrim(trim, 'from', -3, 60)).toEqual({ from: 0, to: 50 })
    expect(moveTrim(trim, 'to', 70, 60)).toEqual({ from: 10, to: 60 })
    expect(moveTrim(trim, 'to', 2, 60)).toEqual({ from: 10, to: 16 })
  })

  it('leaves a video shorter than the least length whole', () => {
    expect(moveTrim({ from: 0, to: 4 }, 'from', 2, 4)).toEqual({ from: 0, to: 4 })
  })
})

describe('the chosen part', () => {
  it('has the ratio, even sides and a position along the side that is cut', () => {
    expect(ratioPart({ width: 1280, height: 720 }, '1:1', 0)).toEqual({ x: 0, y: 0, width: 720, height: 720 })
    expect(ratioPart({ width: 1280, height: 720 }, '1:1', 1)).toEqual({ x: 560, y: 0, width: 720, height: 720 })
    expect(ratioPart({ width: 720, height: 1280 }, '16:9', 0.5)).toEqual({ x: 0, y: 436, width: 720, height: 406 })
    expect(ratioPart({ width: 1281, height: 721 }, 'own')).toEqual({ x: 0, y: 0, width: 1280, height: 720 })
  })

  it('is inside every picture', () => {
    for (const ratio of EDIT_RATIOS) {
      for (const [width, height] of [
        [854, 480],
        [480, 854],
        [202, 360],
        [16, 16],
      ] as const) {
        for (const position of [0, 0.33, 1]) {
          const part = ratioPart({ width, height }, ratio, position)
          expect([part.x % 2, part.y % 2, part.width % 2, part.height % 2]).toEqual([0, 0, 0, 0])
          expect(part.x + part.width).toBeLessThanOrEqual(width)
          expect(part.y + part.height).toBeLessThanOrEqual(height)
          expect(Math.min(part.width, part.height)).toBeGreaterThan(0)
        }
      }
    }
  })

  it('fills the size of another video', () => {
    expect(ratioPart({ width: 640, height: 480 }, { width: 1280, height: 720 })).toEqual({ x: 0, y: 60, width: 640, height: 360 })
  })
})

describe('an animation', () => {
  it('is reduced to its longer side, never enlarged', () => {
    expect(animationSize({ width: 1280, height: 720 })).toEqual({ width: 480, height: 270 })
    expect(animationSize({ width: 406, height: 720 })).toEqual({ width: 271, height: 480 })
    expect(animationSize({ width: 160, height: 96 })).toEqual({ width: 160, height: 96 })
  })

  it('is estimated from all pictures of a short one, and from pairs of a longer one', () => {
    expect(estimateFrames(7)).toEqual([0, 2, 4, 6])
    expect(estimateFrames(20)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect(estimateFrames(144)).toEqual([0, 2, 34, 36, 70, 72, 104, 106, 140, 142])
    for (let frames = 1; frames < 300; frames += 1) {
      const pickedFrames = estimateFrames(frames)
      expect(pickedFrames).toHaveLength(Math.min(10, Math.ceil(frames / 2)))
      expect(pickedFrames.at(-1)).toBeLessThan(frames)
      expect(pickedFrames).toEqual([...new Set(pickedFrames)].toSorted((a, b) => a - b))
    }
  })

  it('lasts as long as the video, to a tick', () => {
    for (const frames of [1, 2, 97, 143, 240]) {
      const delays = animationDelays(frames, 100)
      expect(delays).toHaveLength(Math.ceil(frames / 2))
      expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(Math.round((frames / 24) * 100))
    }
  })
})

it('a position is written as minutes, seconds and hundredths, different for each frame', () => {
  expect([0, 23, 24, 1463].map(timecode)).toEqual(['0:00.00', '0:00.96', '0:01.00', '1:00.96'])
})
