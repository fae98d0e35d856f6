import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planPicture } from '#workers/image/core/plan-picture.ts'
import { sniffPicture } from '#workers/image/core/sniff-picture.ts'
import {
  cutToRatio,
  fitScale,
  inputPixelLimit,
  isUploadSize,
  MAX_AREA_PX,
  MAX_INPUT_PX,
  MAX_INPUT_PX_SMALL_DEVICE,
  MAX_RATIO,
  MAX_SIDE_PX,
  MIN_RATIO,
  MIN_SIDE_PX,
  scaledSize,
} from '#shared/domain/media-limits.ts'
import { parseRatio, RATIO_FALLBACK } from '#shared/domain/parse-ratio.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { END_OF_IMAGE, exif, fileOf, jpeg, png } from './picture-bytes.ts'

const side = fc.integer({ min: 1, max: 70_000 })

function refusal(width: number, height: number): string {
  const plan = planPicture({ width, height }, MAX_INPUT_PX, null)
  return plan.ok ? 'accepted' : plan.error.code
}

describe('the part of a picture that is used', () => {
  it('always is within it, in whole pixels, centred, within the ratio limits, with one side whole', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const cut = cutToRatio({ x: 0, y: 0, width, height })
        expect([cut.x, cut.y, cut.width, cut.height].every(Number.isInteger)).toBe(true)
        expect(cut.width / cut.height).toBeGreaterThanOrEqual(MIN_RATIO)
        expect(cut.width / cut.height).toBeLessThanOrEqual(MAX_RATIO)
        expect(cut.width === width || cut.height === height).toBe(true)
        expect(width - cut.width - 2 * cut.x).toBeOneOf([0, 1])
        expect(height - cut.height - 2 * cut.y).toBeOneOf([0, 1])
      }),
    )
  })

  it('becomes a size within side, area and ratio limits, never enlarged, never stretched by more than a pixel', () => {
    fc.assert(
      fc.property(side, side, fc.double({ min: 0.05, max: 1, noNaN: true }), (width, height, share) => {
        const cut = cutToRatio({ x: 0, y: 0, width, height })
        const scale = fitScale(cut.width, cut.height) * share
        const size = scaledSize(cut.width, cut.height, scale)
        expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(MAX_SIDE_PX)
        expect(size.width * size.height).toBeLessThanOrEqual(MAX_AREA_PX)
        expect(size.width / size.height).toBeGreaterThanOrEqual(MIN_RATIO)
        expect(size.width / size.height).toBeLessThanOrEqual(MAX_RATIO)
        expect(size.width).toBeLessThanOrEqual(cut.width)
        expect(size.height).toBeLessThanOrEqual(cut.height)
        expect(isUploadSize(size.width, size.height)).toBe(Math.min(size.width, size.height) >= MIN_SIDE_PX)
        const slackPx = 3.5
        expect(Math.abs(size.width - cut.width * scale)).toBeLessThan(slackPx)
        expect(Math.abs(size.height - cut.height * scale)).toBeLessThan(slackPx)
      }),
    )
  })

  it('is the whole picture at full size when nothing is wrong with it', () => {
    expect(planPicture({ width: 4032, height: 3024 }, MAX_INPUT_PX, null)).toEqual({
      ok: true,
      value: { turn: UPRIGHT, part: { x: 0, y: 0, width: 4032, height: 3024 }, isCut: false, scale: 1 },
    })
  })
})

describe('a picture is refused from its header', () => {
  it('when it is a bomb: 20000 × 20000 in a few bytes', async () => {
    const head = await sniffPicture(fileOf(png(20_000, 20_000)))
    expect(head.ok && planPicture(head.value, MAX_INPUT_PX, null)).toMatchObject({ ok: false, error: { code: 'image_too_many_pixels' } })
  })

  it('when it is a strip', () => {
    expect(refusal(1, 5000)).toBe('image_too_small')
    expect(refusal(5000, 1)).toBe('image_too_small')
    expect(refusal(65_000, 100)).toBe('image_too_small')
    expect(refusal(5000, 400)).toBe('accepted')
  })

  it('when a side is under 300 px, and not at 300', () => {
    expect(refusal(299, 400)).toBe('image_too_small')
    expect(refusal(300, 300)).toBe('accepted')
  })

  it('judged by the displayed size', async () => {
    const head = await sniffPicture(fileOf(jpeg(400, 2000, exif(6)), END_OF_IMAGE))
    expect(head.ok && planPicture(head.value, MAX_INPUT_PX, null)).toMatchObject({
      ok: true,
      value: { part: { width: 1000, height: 400 } },
    })
  })

  it('at fewer pixels on a phone or with little memory', () => {
    expect(inputPixelLimit({ isPhone: false, memoryGib: null })).toBe(MAX_INPUT_PX)
    expect(inputPixelLimit({ isPhone: false, memoryGib: 8 })).toBe(MAX_INPUT_PX)
    expect(inputPixelLimit({ isPhone: false, memoryGib: 4 })).toBe(MAX_INPUT_PX_SMALL_DEVICE)
    expect(inputPixelLimit({ isPhone: true, memoryGib: 8 })).toBe(MAX_INPUT_PX_SMALL_DEVICE)
  })
})

describe('a ratio as text', () => {
  it('is width divided by height', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 }), (width, height) => {
        expect(parseRatio(`${width}:${height}`)).toBe(width / height)
      }),
    )
    expect(parseRatio(' 1.91 : 1 ')).toBe(1.91)
  })

  it.each(['', '4', '4:', ':3', '4:0', '0:3', '-4:3', 'w:h', '4:3:2', 'Infinity:1'])('falls back when it is %j', (text) => {
    expect(parseRatio(text)).toBe(RATIO_FALLBACK)
  })
})
