import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CropRatio,
  CROP_BUTTON_STEP_PX,
  CROP_CANVAS,
  CROP_DOUBLE_TAP_MS,
  CROP_KEY_STEP_PX,
  CROP_MAX_ZOOM,
  CROP_MIN_ZOOM,
  CROP_RATIOS,
  CROP_ZOOM_STEP,
  DEFAULT_CROP_RATIO,
  MIN_CROP_BOX_PX,
  turnedSize,
  UPRIGHT,
} from '#shared/domain/crop-rules.ts'
import type { Corner } from '#shared/domain/edit-crop.ts'
import {
  dragCorner,
  flip,
  moveBox,
  panPicture,
  resetCrop,
  rotate,
  setNumber,
  stepBox,
  stepSize,
  withRatio,
  zoomBy,
  zoomTo,
  openCrop,
} from '#shared/domain/edit-crop.ts'
import { type CropState, type Point, boxOnPicture, pictureRect, pictureScale, toPart, toZoom } from '#shared/domain/crop-geometry.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import { parseRatio } from '#shared/domain/parse-ratio.ts'

type Edit = (state: CropState) => CropState

const EPSILON_PX = 1e-6
const CORNERS: readonly Corner[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight']
const RECT_FIELDS: readonly (keyof Rect)[] = ['x', 'y', 'width', 'height']

const sizes = fc.oneof(
  fc.record({ width: fc.integer({ min: 1, max: 12_000 }), height: fc.integer({ min: 1, max: 9000 }) }),
  fc.constantFrom(
    { width: 1, height: 1 },
    { width: 12_000, height: 9000 },
    { width: 1, height: 5000 },
    { width: 5000, height: 1 },
    { width: 400, height: 300 },
    { width: 3, height: 4 },
  ),
)
const distance = fc.double({ min: -900, max: 900, noNaN: true })
const canvasPoint = fc.record<Point>({ x: fc.double({ min: 0, max: 400, noNaN: true }), y: fc.double({ min: 0, max: 300, noNaN: true }) })
const direction = fc.constantFrom<1 | -1>(1, -1)

const editArbitrary: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(distance, distance).map(
    ([dx, dy]): Edit =>
      (state) =>
        moveBox(state, dx, dy),
  ),
  fc.tuple(distance, distance).map(
    ([dx, dy]): Edit =>
      (state) =>
        panPicture(state, dx, dy),
  ),
  fc.tuple(fc.constantFrom(...CORNERS), distance, distance).map(
    ([corner, dx, dy]): Edit =>
      (state) =>
        dragCorner(state, corner, dx, dy),
  ),
  fc.tuple(direction, fc.nat(40)).map(
    ([x, step]): Edit =>
      (state) =>
        stepBox(state, { x, y: 0 }, step),
  ),
  fc.tuple(direction, fc.nat(40)).map(
    ([sign, step]): Edit =>
      (state) =>
        stepSize(state, sign, step),
  ),
  fc.tuple(fc.integer({ min: -30, max: 30 }), canvasPoint).map(
    ([steps, point]): Edit =>
      (state) =>
        zoomBy(state, steps, point),
  ),
  fc.double({ min: 0, max: 9, noNaN: true }).map(
    (zoom): Edit =>
      (state) =>
        zoomTo(state, zoom),
  ),
  fc.constantFrom(...CROP_RATIOS).map(
    (ratio): Edit =>
      (state) =>
        withRatio(state, ratio),
  ),
  direction.map(
    (step): Edit =>
      (state) =>
        rotate(state, step),
  ),
  fc.constant<Edit>(flip),
  fc.constant<Edit>(resetCrop),
  fc.tuple(fc.constantFrom(...RECT_FIELDS), fc.double({ min: -20_000, max: 20_000 })).map(
    ([name, value]): Edit =>
      (state) =>
        setNumber(state, name, value),
  ),
)

function applyEdits(size: { width: number; height: number }, edits: readonly Edit[], check: (state: CropState) => void): CropState {
  let state = openCrop(size, null)
  check(state)
  for (const edit of edits) {
    state = edit(state)
    check(state)
  }
  return state
}

const expectAfterEdits = (rule: (state: CropState) => void) =>
  fc.assert(
    fc.property(sizes, fc.array(editArbitrary, { maxLength: 12 }), (size, edits) => {
      applyEdits(size, edits, rule)
    }),
    { numRuns: 400 },
  )

const right = ({ x, width }: Rect) => x + width
const bottom = ({ y, height }: Rect) => y + height

function expectInside(inner: Rect, outer: Rect): void {
  expect(inner.x).toBeGreaterThanOrEqual(outer.x - EPSILON_PX)
  expect(inner.y).toBeGreaterThanOrEqual(outer.y - EPSILON_PX)
  expect(right(inner)).toBeLessThanOrEqual(right(outer) + EPSILON_PX)
  expect(bottom(inner)).toBeLessThanOrEqual(bottom(outer) + EPSILON_PX)
}

describe('a crop after any steps', () => {
  it('the box never leaves the picture', () => expectAfterEdits((state) => expectInside(state.box, pictureRect(state))))

  it('the box stays on the canvas', () => expectAfterEdits(({ box }) => expectInside(box, { x: 0, y: 0, ...CROP_CANVAS })))

  it('the box is never under 30 px', () =>
    expectAfterEdits(({ box }) => expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(MIN_CROP_BOX_PX - EPSILON_PX)))

  it('the box retains its ratio', () =>
    expectAfterEdits(({ box, ratio }) => expect(box.width / box.height).toBeCloseTo(parseRatio(ratio), 9)))

  it('the zoom is on its grid', () =>
    expectAfterEdits(({ zoom }) => {
      expect(zoom).toBe(Number(zoom.toFixed(1)))
      expect(zoom).toBeGreaterThanOrEqual(CROP_MIN_ZOOM)
      expect(zoom).toBeLessThanOrEqual(CROP_MAX_ZOOM)
    }))

  it('the picture covers the canvas where it is larger and is in its middle where it is not', () =>
    expectAfterEdits((state) => {
      const picture = pictureRect(state)
      for (const [start, length, canvas] of [
        [picture.x, picture.width, CROP_CANVAS.width],
        [picture.y, picture.height, CROP_CANVAS.height],
      ] as const) {
        if (length <= canvas) expect(start).toBeCloseTo((canvas - length) / 2, 5)
        else {
          expect(start).toBeLessThanOrEqual(EPSILON_PX)
          expect(start + length).toBeGreaterThanOrEqual(canvas - EPSILON_PX)
        }
      }
    }))

  it('the part is whole px inside the turned picture, and of its ratio within one px', () =>
    expectAfterEdits((state) => {
      const part = toPart(state)
      const ratio = parseRatio(state.ratio)
      expect(RECT_FIELDS.every((name) => Number.isInteger(part[name]))).toBe(true)
      expectInside(part, { x: 0, y: 0, ...turnedSize(state.source, state.turn) })
      expect(Math.min(part.width, part.height)).toBeGreaterThanOrEqual(1)
      expect(Math.abs(ratio >= 1 ? part.width - part.height * ratio : part.height - part.width / ratio)).toBeLessThanOrEqual(1)
    }))

  it('a crop that is opened again is the same', () =>
    expectAfterEdits((state) => {
      const part = toPart(state)
      expect(toPart(openCrop(state.source, { turn: state.turn, part }))).toEqual(part)
    }))
})

describe('an opened crop', () => {
  it('shows the picture whole on a canvas of CROP_CANVAS, 400 × 300, in its middle', () => {
    expect(CROP_CANVAS).toEqual({ width: 400, height: 300 })
    expect(pictureRect(openCrop({ width: 4000, height: 3000 }, null))).toEqual({ x: 0, y: 0, width: 400, height: 300 })
    expect(pictureRect(openCrop({ width: 1000, height: 2000 }, null))).toEqual({ x: 125, y: 0, width: 150, height: 300 })
  })

  it('has the largest box of DEFAULT_CROP_RATIO, 4:3, in the middle', () => {
    expect(DEFAULT_CROP_RATIO).toBe('4:3')
    expect(toPart(openCrop({ width: 4000, height: 2000 }, null))).toEqual({ x: 667, y: 0, width: 2667, height: 2000 })
  })

  it('shows a strip as thick as the smallest box of each ratio needs, though it is longer than the canvas then', () => {
    const stripCrop = openCrop({ width: 1, height: 5000 }, null)
    expect(pictureRect(stripCrop).width).toBeCloseTo((MIN_CROP_BOX_PX * 16) / 9)
    for (const ratio of CROP_RATIOS) expect(withRatio(stripCrop, ratio).ratio).toBe(ratio)
  })

  it('uses a former crop with its turn, and the ratio it fits best', () => {
    const choice = { turn: { quarters: 1, isMirrored: true } as const, part: { x: 100, y: 700, width: 800, height: 450 } }
    const state = openCrop({ width: 2000, height: 1500 }, choice)
    expect(state).toMatchObject({ turn: choice.turn, ratio: '16:9', zoom: 1 })
    expect(toPart(state)).toEqual(choice.part)
  })

  it('zooms in on a former crop that would be too small to grab', () => {
    const part = { x: 2000, y: 1000, width: 200, height: 150 }
    const state = openCrop({ width: 4000, height: 3000 }, { turn: UPRIGHT, part })
    expect(state.zoom).toBe(2)
    expect(toPart(state)).toEqual(part)
  })

  it('replaces a crop without an offered ratio by the nearest one around the same middle', () => {
    const state = openCrop({ width: 2500, height: 1000 }, { turn: UPRIGHT, part: { x: 0, y: 0, width: 2500, height: 1000 } })
    expect(state.ratio).toBe('16:9')
    expect(toPart(state)).toEqual({ x: 361, y: 0, width: 1778, height: 1000 })
  })
})

describe('zooming', () => {
  const openedCrop = openCrop({ width: 4000, height: 3000 }, null)

  it('goes from CROP_MIN_ZOOM 1 to CROP_MAX_ZOOM 3 by CROP_ZOOM_STEP 0.1', () => {
    expect([CROP_MIN_ZOOM, CROP_MAX_ZOOM, CROP_ZOOM_STEP]).toEqual([1, 3, 0.1])
    const zooms = Array.from({ length: 22 }, (_, steps) => zoomBy(openedCrop, steps).zoom)
    expect(zooms.slice(0, 8)).toEqual([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7])
    expect(zooms.slice(-3)).toEqual([2.9, 3, 3])
    expect([toZoom(0), toZoom(2.34), toZoom(7)]).toEqual([1, 2.3, 3])
  })

  it('leaves the box in its position, which then selects less of the picture', () => {
    const smallCrop = setNumber(openedCrop, 'width', 2000)
    const zoomedCrop = zoomTo(smallCrop, 2)
    expect(zoomedCrop.box).toEqual(smallCrop.box)
    expect(toPart(zoomedCrop)).toMatchObject({ width: 1000, height: 750 })
  })

  it('leaves the point of the picture under the pointer', () => {
    const pointer = { x: 320, y: 60 }
    const zoomedCrop = zoomTo(openedCrop, 2, pointer)
    const pictureXUnderPointer = (state: CropState) => (pointer.x - state.view.x) / pictureScale(state)
    expect(pictureXUnderPointer(zoomedCrop)).toBeCloseTo(pictureXUnderPointer(openedCrop))
  })

  it('out moves the box back onto the picture and makes it smaller where needed', () => {
    const portraitCrop = openCrop({ width: 1500, height: 3000 }, null)
    const wideCrop = setNumber(zoomTo(portraitCrop, 3), 'width', 1400)
    const zoomedCrop = stepSize(zoomTo(wideCrop, 3), 1, 400)
    const unzoomedCrop = zoomTo(zoomedCrop, 1)
    expect(zoomedCrop.box.width).toBeGreaterThan(pictureRect(unzoomedCrop).width)
    expect(unzoomedCrop.box.width).toBeCloseTo(pictureRect(unzoomedCrop).width)
  })
})

describe('the box', () => {
  const openedCrop = openCrop({ width: 400, height: 300 }, null)
  const smallCrop = setNumber(setNumber(setNumber(openedCrop, 'width', 100), 'x', 50), 'y', 60)

  it('moves by CROP_KEY_STEP_PX, 1, and CROP_BUTTON_STEP_PX, 10, and stops at the edge', () => {
    expect([CROP_KEY_STEP_PX, CROP_BUTTON_STEP_PX]).toEqual([1, 10])
    expect(toPart(stepBox(smallCrop, { x: 1, y: 0 }, CROP_KEY_STEP_PX))).toEqual({ x: 51, y: 60, width: 100, height: 75 })
    expect(toPart(stepBox(smallCrop, { x: 0, y: -1 }, CROP_BUTTON_STEP_PX))).toEqual({ x: 50, y: 50, width: 100, height: 75 })
    expect(toPart(moveBox(smallCrop, -500, 500))).toEqual({ x: 0, y: 225, width: 100, height: 75 })
  })

  it('moves by a whole px of a picture whose px are larger than those of the canvas', () => {
    const tinyCrop = setNumber(openCrop({ width: 40, height: 30 }, null), 'width', 20)
    expect(toPart(stepBox(tinyCrop, { x: 1, y: 0 }, CROP_KEY_STEP_PX)).x).toBe(toPart(tinyCrop).x + 1)
  })

  it('moves the view with it beyond the canvas', () => {
    const zoomedCrop = zoomTo(smallCrop, 2, { x: 0, y: 0 })
    const movedCrop = moveBox(zoomedCrop, 5000, 0)
    expect(toPart(movedCrop).x + toPart(movedCrop).width).toBe(400)
    expect(right(movedCrop.box)).toBeCloseTo(400)
  })

  it('leaves the opposite corner fixed while one corner is dragged, for all four', () => {
    const boxBefore = smallCrop.box
    expect(dragCorner(smallCrop, 'bottomRight', 40, 30).box).toMatchObject({ x: boxBefore.x, y: boxBefore.y, width: 140 })
    expect(right(dragCorner(smallCrop, 'topLeft', -20, -15).box)).toBeCloseTo(right(boxBefore))
    expect(bottom(dragCorner(smallCrop, 'topRight', 20, -15).box)).toBeCloseTo(bottom(boxBefore))
    expect(right(dragCorner(smallCrop, 'bottomLeft', -20, 15).box)).toBeCloseTo(right(boxBefore))
    const draggedBox = dragCorner(smallCrop, 'topLeft', -900, -900).box
    expect([right(draggedBox), bottom(draggedBox)]).toEqual([right(boxBefore), bottom(boxBefore)])
  })

  it('gets no smaller than MIN_CROP_BOX_PX, 30, on its shorter side', () => {
    expect(MIN_CROP_BOX_PX).toBe(30)
    expect(dragCorner(smallCrop, 'bottomRight', -900, -900).box).toMatchObject({ width: 40, height: 30 })
    expect(dragCorner(withRatio(smallCrop, '9:16'), 'topLeft', 900, 900).box.width).toBeCloseTo(30)
    expect(stepSize(smallCrop, -1, 900).box.height).toBeCloseTo(30)
  })

  it('has one of CROP_RATIOS, and retains its middle and about its area when the ratio changes', () => {
    expect(CROP_RATIOS).toEqual(['1:1', '16:9', '9:16', '4:3', '3:4'])
    const squareCrop = withRatio(smallCrop, '1:1')
    expect(squareCrop.box.x + squareCrop.box.width / 2).toBeCloseTo(smallCrop.box.x + smallCrop.box.width / 2)
    expect(squareCrop.box.width * squareCrop.box.height).toBeCloseTo(smallCrop.box.width * smallCrop.box.height)
  })

  it('stays fixed while the picture is moved under it', () => {
    const zoomedCrop = zoomTo(smallCrop, 2, { x: 0, y: 0 })
    const pannedCrop = panPicture(zoomedCrop, -30, -10)
    expect(pannedCrop.box).toEqual(zoomedCrop.box)
    expect(boxOnPicture(pannedCrop).x).toBeCloseTo(boxOnPicture(zoomedCrop).x + 15)
    expect(panPicture(smallCrop, 30, 30)).toEqual(smallCrop)
  })
})

describe('numbers', () => {
  const openedCrop = openCrop({ width: 4000, height: 3000 }, null)

  it('are px of the picture; height follows width and width height', () => {
    expect(toPart(setNumber(openedCrop, 'width', 1333))).toMatchObject({ width: 1333, height: 1000 })
    expect(toPart(setNumber(withRatio(openedCrop, '9:16'), 'height', 1001))).toMatchObject({ width: 563, height: 1001 })
  })

  it('are moved to the nearest valid ones', () => {
    const smallCrop = setNumber(openedCrop, 'width', 1000)
    expect(toPart(setNumber(smallCrop, 'x', 9999)).x).toBe(3000)
    expect(toPart(setNumber(smallCrop, 'y', -5)).y).toBe(0)
    expect(toPart(setNumber(smallCrop, 'width', 99_999)).width).toBe(4000)
    expect(setNumber(smallCrop, 'width', Number.NaN)).toBe(smallCrop)
  })

  it('zoom when the box would be too small or larger than the canvas, and not otherwise', () => {
    const zoomedCrop = setNumber(openedCrop, 'width', 200)
    expect(zoomedCrop.zoom).toBe(2)
    expect(toPart(zoomedCrop)).toMatchObject({ width: 200, height: 150 })
    expect(setNumber(zoomedCrop, 'width', 3000).zoom).toBe(1.3)
    expect(setNumber(zoomedCrop, 'width', 300).zoom).toBe(2)
    expect(toPart(setNumber(openedCrop, 'width', 1)).width).toBe(133)
  })
})

describe('turning', () => {
  const openedCrop = openCrop({ width: 4000, height: 3000 }, null)
  const wideRatio: CropRatio = '16:9'
  const chosenCrop = setNumber(setNumber(setNumber(withRatio(openedCrop, wideRatio), 'width', 640), 'x', 1000), 'y', 500)

  it('retains the ratio and the middle of the crop', () => {
    const turnedCrop = rotate(chosenCrop, 1)
    expect(turnedCrop.ratio).toBe(wideRatio)
    expect(toPart(turnedCrop)).toEqual({ x: 3000 - 680 - 320, y: 1320 - 180, width: 640, height: 360 })
  })

  it('back and forth gives the same part again', () => {
    expect(toPart(rotate(rotate(chosenCrop, 1), -1))).toEqual(toPart(chosenCrop))
    expect(toPart(flip(flip(chosenCrop)))).toEqual(toPart(chosenCrop))
  })

  it('left to right retains the same crop', () => {
    const zoomedCrop = zoomTo(chosenCrop, 1.7)
    const flippedCrop = flip(zoomedCrop)
    expect(flippedCrop.turn).toEqual({ quarters: 0, isMirrored: true })
    expect(toPart(flippedCrop)).toEqual({ ...toPart(zoomedCrop), x: 4000 - right(toPart(zoomedCrop)) })
  })

  it('and all other changes are removed by a reset', () => {
    expect(resetCrop(zoomTo(flip(rotate(chosenCrop, 1)), 2))).toEqual(openedCrop)
  })
})

it('two taps within CROP_DOUBLE_TAP_MS, 300, are a double tap', () => {
  expect(CROP_DOUBLE_TAP_MS).toBe(300)
})
