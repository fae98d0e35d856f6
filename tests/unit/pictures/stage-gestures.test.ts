import { describe, expect, it } from 'vitest'
import { CROP_DOUBLE_TAP_MS } from '#shared/domain/crop-rules.ts'
import { setNumber, zoomTo, openCrop } from '#shared/domain/edit-crop.ts'
import { toPart } from '#shared/domain/crop-geometry.ts'
import {
  dragTo,
  isDoubleTap,
  isSameSpot,
  pinchTo,
  startPinch,
  countWheelSteps,
  toCanvasPoint,
  toGrip,
} from '#src/pictures/crop/stage-gestures.ts'

const startState = setNumber(openCrop({ width: 400, height: 300 }, null), 'width', 200)
const wheel = { deltaMode: 0, ctrlKey: false }

describe('a point of the screen', () => {
  it('is measured in px of the canvas, however large the stage is', () => {
    expect(toCanvasPoint({ x: 110, y: 60 }, { left: 10, top: 10, width: 200 })).toEqual({ x: 200, y: 100 })
  })
})

describe('a drag', () => {
  it('is counted from its start, so that a reversed drag returns', () => {
    const drag = { grip: 'box', from: { x: 50, y: 50 }, start: startState } as const
    expect(toPart(dragTo(drag, { x: 70, y: 60 }))).toMatchObject({ x: 20, y: 10 })
    expect(dragTo(drag, { x: 50, y: 50 })).toEqual(dragTo(drag, { x: 50, y: 50 }))
    expect(toPart(dragTo(drag, { x: 50, y: 50 }))).toEqual(toPart(startState))
  })

  it('grabs the box, a corner or the picture', () => {
    expect([toGrip('box'), toGrip('topLeft'), toGrip('nonsense'), toGrip(null)]).toEqual(['box', 'topLeft', 'picture', 'picture'])
    const zoomedState = zoomTo(startState, 2, { x: 0, y: 0 })
    expect(toPart(dragTo({ grip: 'picture', from: { x: 300, y: 300 }, start: zoomedState }, { x: 280, y: 300 })).x).toBe(
      toPart(zoomedState).x + 10,
    )
    expect(toPart(dragTo({ grip: 'bottomRight', from: { x: 200, y: 150 }, start: startState }, { x: 240, y: 180 })).width).toBe(240)
  })
})

describe('a pinch', () => {
  const pinch = startPinch(startState, { x: 100, y: 100 }, { x: 200, y: 100 })

  it('zooms with the distance of the fingers, about the middle between them', () => {
    const pinchedState = pinchTo(pinch, { x: 75, y: 100 }, { x: 225, y: 100 })
    expect(pinchedState.zoom).toBe(1.5)
    expect(pinchedState.view.x).toBeCloseTo(150 - 150 * 1.5)
    expect(pinchTo(pinch, { x: 100, y: 100 }, { x: 200, y: 100 }).zoom).toBe(1)
  })

  it('with both fingers on one spot does not divide by zero', () => {
    const spot = { x: 50, y: 50 }
    expect(pinchTo(startPinch(startState, spot, spot), spot, { x: 60, y: 50 }).zoom).toBe(1)
    expect(pinchTo(startPinch(startState, spot, spot), spot, { x: 65, y: 50 }).zoom).toBe(1.5)
  })
})

describe('the wheel', () => {
  it('zooms one step a notch, for each of the usual lengths, in when it is turned up', () => {
    for (const deltaY of [-100, -120]) expect(countWheelSteps(0, { ...wheel, deltaY })).toEqual({ steps: 1, remainderPx: 0 })
    expect(countWheelSteps(0, { ...wheel, deltaY: 240 })).toEqual({ steps: -2, remainderPx: 0 })
    expect(countWheelSteps(0, { ...wheel, deltaY: 3, deltaMode: 1 })).toEqual({ steps: -1, remainderPx: 0 })
  })

  it('of a trackpad adds up to steps, and restarts when it turns round', () => {
    let remainderPx = 0
    let steps = 0
    for (let turn = 0; turn < 11; turn += 1) {
      const wheelSteps = countWheelSteps(remainderPx, { ...wheel, deltaY: -20 })
      remainderPx = wheelSteps.remainderPx
      steps += wheelSteps.steps
    }
    expect(steps).toBe(2)
    expect(countWheelSteps(100, { ...wheel, deltaY: 20 })).toEqual({ steps: -0, remainderPx: -20 })
  })

  it('uses the finer steps of a pinch on a trackpad', () => {
    expect(countWheelSteps(0, { ...wheel, deltaY: -11, ctrlKey: true }).steps).toBe(1)
    expect(countWheelSteps(50, { ...wheel, deltaY: 0 })).toEqual({ steps: 0, remainderPx: 50 })
  })

  it('zooms one step a notch with Ctrl pressed too', () => {
    expect(countWheelSteps(0, { ...wheel, deltaY: -120, ctrlKey: true })).toEqual({ steps: 1, remainderPx: 0 })
  })

  it('is read with its unit before its length, because otherwise one browser reports a length in px', () => {
    let isPx = false
    const notch = {
      ctrlKey: false,
      get deltaMode() {
        return isPx ? 0 : 1
      },
      get deltaY() {
        isPx = true
        return 48
      },
    }
    expect(countWheelSteps(0, notch).steps).toBe(-1)
  })
})

describe('two taps', () => {
  const point = { x: 100, y: 100 }

  it('within CROP_DOUBLE_TAP_MS and on one spot are a double tap', () => {
    expect(isDoubleTap({ point, timeMs: 0 }, { point, timeMs: CROP_DOUBLE_TAP_MS })).toBe(true)
    expect(isDoubleTap({ point, timeMs: 0 }, { point, timeMs: CROP_DOUBLE_TAP_MS + 1 })).toBe(false)
    expect(isDoubleTap({ point, timeMs: 0 }, { point: { x: 160, y: 100 }, timeMs: 100 })).toBe(false)
    expect(isDoubleTap(null, { point, timeMs: 0 })).toBe(false)
  })

  it('may be as far apart as a finger is wide', () => {
    expect([isSameSpot(point, { x: 124, y: 100 }), isSameSpot(point, { x: 125, y: 100 })]).toEqual([true, false])
  })
})
