import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_DURATION,
  DEFAULT_IMAGE_FIDELITY,
  DEFAULT_RESOLUTION,
  DEFAULT_VIDEO_COUNT,
  durationSeconds,
  MAX_VIDEO_BITS_PER_SECOND,
  RESOLUTION_BOX,
  RESOLUTIONS,
  VIDEO_COUNTS,
  videoSize,
} from '#shared/domain/generation-options.ts'

describe('generation options', () => {
  it('default to 720p, 6s, one video, fidelity 0.5', () => {
    expect([DEFAULT_RESOLUTION, DEFAULT_DURATION, DEFAULT_VIDEO_COUNT, DEFAULT_IMAGE_FIDELITY]).toEqual(['720p', '6s', 1, 0.5])
    expect(VIDEO_COUNTS).toEqual([1, 2, 3, 4])
    expect(durationSeconds('10s')).toBe(10)
  })

  it('use 4, 8 and 14 Mbit for a second of a video, as the page about motion says', () => {
    expect(MAX_VIDEO_BITS_PER_SECOND).toEqual({ '480p': 4_000_000, '720p': 8_000_000, '1080p': 14_000_000 })
    expect(readFileSync('docs/motion.md', 'utf8')).toContain('4 Mbit at 480p, 8 at 720p, 14 at 1080p (`MAX_VIDEO_BITS_PER_SECOND`)')
  })

  it('give a video the ratio of its picture inside the box, turned for portrait, with even sides', () => {
    expect(videoSize({ width: 4000, height: 3000 }, '720p')).toEqual({ width: 960, height: 720 })
    expect(videoSize({ width: 3000, height: 4000 }, '720p')).toEqual({ width: 720, height: 960 })
    expect(videoSize({ width: 1600, height: 900 }, '1080p')).toEqual({ width: 1920, height: 1080 })
    expect(videoSize({ width: 1000, height: 1000 }, '480p')).toEqual({ width: 480, height: 480 })
  })

  it('never leave the box and retain the ratio within a pixel', () => {
    const side = fc.integer({ min: 300, max: 4096 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(...RESOLUTIONS), (width, height, resolution) => {
        fc.pre(width / height >= 0.4 && width / height <= 2.5)
        const size = videoSize({ width, height }, resolution)
        const box = RESOLUTION_BOX[resolution]
        const [longSide, shortSide] = [Math.max(size.width, size.height), Math.min(size.width, size.height)]
        const isInside = longSide <= box.width && shortSide <= box.height
        const isEven = size.width % 2 === 0 && size.height % 2 === 0
        const ratioErrorPx = Math.abs(size.width - (size.height * width) / height)
        return isInside && isEven && ratioErrorPx <= 1 + width / height
      }),
    )
  })
})
