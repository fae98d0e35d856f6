import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PreviewFrame, PreviewView } from '#shared/domain/preview-zoom.ts'
import {
  clampZoom,
  DOUBLE_TAP_MS,
  FITTED_VIEW,
  clampView,
  PREVIEW_MAX_ZOOM,
  PREVIEW_MIN_ZOOM,
  PREVIEW_ZOOM_STEP,
  stepZoom,
  zoomAbout,
} from '#shared/domain/preview-zoom.ts'

const frame: PreviewFrame = { layer: { width: 1000, height: 800 }, picture: { width: 900, height: 600 } }

const side = fc.integer({ min: 1, max: 4000 })
const size = fc.record({ width: side, height: side })
const frames = fc.record({ layer: size, picture: size })
const points = fc.record({ x: fc.integer({ min: -2000, max: 2000 }), y: fc.integer({ min: -2000, max: 2000 }) })
const zooms = fc.double({ min: PREVIEW_MIN_ZOOM, max: PREVIEW_MAX_ZOOM, noNaN: true })
const views = fc.tuple(zooms, points).map(([zoom, point]): PreviewView => ({ zoom, x: point.x, y: point.y }))

/** The position in the picture under a point of the layer, in px of the picture at zoom 1. */
const picturePointUnder = (view: PreviewView, point: { x: number; y: number }) => ({
  x: (point.x - view.x) / view.zoom,
  y: (point.y - view.y) / view.zoom,
})

describe('the zoom of the preview', () => {
  test('goes from 0.5 to 3 in steps of 0.1, and a double tap has less than 300 ms', () => {
    expect([PREVIEW_MIN_ZOOM, PREVIEW_MAX_ZOOM, PREVIEW_ZOOM_STEP, DOUBLE_TAP_MS]).toEqual([0.5, 3, 0.1, 300])
    const zoomsUp = Array.from({ length: 25 }).reduce<number[]>((zooms) => [...zooms, stepZoom(zooms.at(-1) ?? 0, 1)], [PREVIEW_MIN_ZOOM])
    expect(zoomsUp).toEqual(Array.from({ length: 26 }, (_, step) => Number((0.5 + step / 10).toFixed(1))))
    expect(stepZoom(PREVIEW_MAX_ZOOM, 1)).toBe(PREVIEW_MAX_ZOOM)
    expect(stepZoom(PREVIEW_MIN_ZOOM, -1)).toBe(PREVIEW_MIN_ZOOM)
    expect([clampZoom(0.2), clampZoom(9)]).toEqual([PREVIEW_MIN_ZOOM, PREVIEW_MAX_ZOOM])
  })

  test('from between two steps it goes to the next one', () => {
    expect(stepZoom(1.3 - 1e-9, 1)).toBe(1.4)
    expect([stepZoom(1.234, 1), stepZoom(1.234, -1), stepZoom(1.2, 1), stepZoom(1.2, -1)]).toEqual([1.3, 1.2, 1.3, 1.1])
  })

  test('steps never leave the grid or the limits, whatever their order', () => {
    const anySteps = fc.array(
      fc.integer({ min: -30, max: 30 }).filter((step) => step !== 0),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(zooms, anySteps, (start, steps) => {
        for (let zoom = start, index = 0; index < steps.length; index++) {
          zoom = stepZoom(zoom, steps[index] ?? 1)
          expect(zoom).toBe(Number(zoom.toFixed(1)))
          expect(zoom).toBe(clampZoom(zoom))
        }
      }),
    )
  })

  test('as many steps back as forth lead to the same zoom', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 30 }), fc.integer({ min: 1, max: 25 }), (tenths, steps) => {
        fc.pre(tenths + steps <= 30)
        expect(stepZoom(stepZoom(tenths / 10, steps), -steps)).toBe(tenths / 10)
      }),
    )
  })
})

describe('zooming about a point', () => {
  test('the point under the pointer stays there, unless the limits prevent it', () => {
    let unclampedCount = 0
    fc.assert(
      fc.property(frames, views, zooms, points, (frame, view, zoom, point) => {
        const nextView = zoomAbout(view, zoom, point, frame)
        expect(nextView.zoom).toBe(zoom)
        expect(nextView).toEqual(clampView(nextView, frame))
        const pointBefore = picturePointUnder(view, point)
        for (const axis of ['x', 'y'] as const) {
          const unclampedPosition = point[axis] - pointBefore[axis] * zoom
          const isClamped = Math.abs(nextView[axis] - unclampedPosition) > 1e-6
          if (isClamped) expect(Math.abs(nextView[axis])).toBeLessThan(Math.abs(unclampedPosition))
          else expect(picturePointUnder(nextView, point)[axis]).toBeCloseTo(pointBefore[axis], 5)
          if (!isClamped) unclampedCount += 1
        }
      }),
    )
    expect(unclampedCount).toBeGreaterThan(20)
  })

  test('a corner under the pointer stays under it as the picture grows over the layer', () => {
    const nextView = zoomAbout({ zoom: 2, x: 0, y: 0 }, 3, { x: 300, y: -200 }, frame)
    expect(nextView).toEqual({ zoom: 3, x: -150, y: 100 })
  })

  test('the zoom stays within its limits', () => {
    expect(zoomAbout(FITTED_VIEW, 7, { x: 0, y: 0 }, frame).zoom).toBe(PREVIEW_MAX_ZOOM)
    expect(zoomAbout(FITTED_VIEW, 0.1, { x: 0, y: 0 }, frame).zoom).toBe(PREVIEW_MIN_ZOOM)
  })
})

describe('a picture stays in reach', () => {
  test('a smaller one stays inside the layer, a larger one covers it', () => {
    fc.assert(
      fc.property(frames, views, (frame, view) => {
        const { zoom, x } = clampView(view, frame)
        const width = frame.picture.width * zoom
        const [left, right] = [x - width / 2, x + width / 2]
        const halfLayer = frame.layer.width / 2
        const slack = 1e-6
        if (width <= frame.layer.width) expect(left >= -halfLayer - slack && right <= halfLayer + slack).toBe(true)
        else expect(left <= -halfLayer + slack && right >= halfLayer - slack).toBe(true)
      }),
    )
  })

  test('a view within the limits is left as it is', () => {
    expect(clampView({ zoom: 2, x: 399, y: -199 }, frame)).toEqual({ zoom: 2, x: 399, y: -199 })
    expect(clampView({ zoom: 2, x: 999, y: -999 }, frame)).toEqual({ zoom: 2, x: 400, y: -200 })
    expect(clampView({ zoom: 1, x: -90, y: 120 }, frame)).toEqual({ zoom: 1, x: -50, y: 100 })
  })
})
