import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DURATIONS, RESOLUTIONS } from '#shared/domain/generation-options.ts'
import { BASE_POINTS, missingPoints, pointsPerVideo } from '#shared/domain/video-price.ts'

describe('prices', () => {
  it('start at BASE_POINTS, which is 50', () => {
    expect(BASE_POINTS).toBe(50)
    expect(pointsPerVideo('6s', '720p')).toBe(50)
  })

  it('are those of the table in docs/create.md', () => {
    const table = RESOLUTIONS.map((resolution) => DURATIONS.map((duration) => pointsPerVideo(duration, resolution)))
    expect(table).toEqual([
      [50, 50, 55, 70],
      [50, 50, 70, 85],
      [50, 75, 100, 125],
    ])
  })

  it('are multiples of 5 and never under 50, for each video of a commit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DURATIONS), fc.constantFrom(...RESOLUTIONS), (duration, resolution) => {
        const points = pointsPerVideo(duration, resolution)
        return points >= 50 && points % 5 === 0
      }),
    )
  })

  it('tell how many points are missing', () => {
    expect([missingPoints(100, 50), missingPoints(50, 50), missingPoints(20, 50)]).toEqual([0, 0, 30])
  })
})
