import { describe, expect, test } from 'vitest'
import { type PreviewFrame, DOUBLE_TAP_MS } from '#shared/domain/preview-zoom.ts'
import { keyGesture } from '#src/pictures/preview/use-preview-gestures.ts'
import { type PreviewEvent, type PreviewState, IDLE_PREVIEW, followGesture } from '#src/pictures/preview/preview-gestures.ts'

const frame: PreviewFrame = { layer: { width: 1000, height: 800 }, picture: { width: 800, height: 600 } }

const followEvents = (events: readonly PreviewEvent[], start: PreviewState = IDLE_PREVIEW) =>
  events.reduce((state, event) => (state.isClosed ? state : followGesture(state, event, frame)), start)

type Kind = 'mouse' | 'touch'
const down = (kind: Kind, x: number, y: number, { id = 1, isOnPicture = true } = {}): PreviewEvent => ({
  type: 'down',
  kind,
  id,
  x,
  y,
  isOnPicture,
})
const move = (x: number, y: number, { id = 1, isMobile = false } = {}): PreviewEvent => ({ type: 'move', id, x, y, isMobile })
const up = (id = 1): PreviewEvent => ({ type: 'up', id })
const click = (atMs = 0, isFirst = true): PreviewEvent => ({ type: 'click', atMs, isFirst })
const press = (kind: Kind, isOnPicture: boolean, atMs = 0, isFirst = true, x = 0): PreviewEvent[] => [
  down(kind, x, 0, { isOnPicture }),
  up(),
  click(atMs, isFirst),
]
const step = (steps: number): PreviewEvent => ({ type: 'step', steps })
const wheel = (deltaPx: number, isPinch = false): PreviewEvent => ({ type: 'wheel', deltaPx, isPinch, x: 0, y: 0 })
const zoomAfter = (...events: PreviewEvent[]) => followEvents(events).view.zoom

describe('the wheel', () => {
  test.each([53, 100, 120])('a notch of %i px is one step', (notchPx) => {
    expect(zoomAfter(wheel(-notchPx))).toBe(1.1)
    expect(zoomAfter(wheel(notchPx), wheel(notchPx))).toBe(0.8)
  })

  test('notches in one event are as many steps', () => {
    expect(zoomAfter(wheel(-300))).toBe(1.3)
  })

  test("a trackpad's many small deltas add up to few steps", () => {
    const smallDeltas = Array.from({ length: 25 }, () => wheel(-4))
    expect(zoomAfter(...smallDeltas.slice(1))).toBe(1)
    expect(zoomAfter(...smallDeltas)).toBe(1.1)
    expect(zoomAfter(...smallDeltas.slice(1), wheel(4), ...smallDeltas.slice(1))).toBe(1)
  })

  test("a trackpad's pinch needs less distance for a step", () => {
    expect(zoomAfter(wheel(-4, true), wheel(-4, true))).toBe(1)
    expect(zoomAfter(wheel(-4, true), wheel(-4, true), wheel(-4, true))).toBe(1.1)
  })

  test('it zooms about the pointer and ends at the limits', () => {
    const zoomedState = followEvents([step(10), { ...wheel(-100), x: 100, y: 50 } as PreviewEvent])
    expect(zoomedState.view.x).toBeCloseTo(-5, 6)
    expect(zoomedState.view.y).toBeCloseTo(-2.5, 6)
    expect(zoomAfter(wheel(-9000))).toBe(3)
    expect(zoomAfter(wheel(9000))).toBe(0.5)
  })
})

describe('dragging', () => {
  test('a mouse moves the picture, up to its limits', () => {
    const viewAfterDrag = (x: number) => followEvents([step(10), down('mouse', 0, 0), move(x, 30)]).view
    expect(viewAfterDrag(-120)).toEqual({ zoom: 2, x: -120, y: 30 })
    expect(viewAfterDrag(-5000)).toEqual({ zoom: 2, x: -300, y: 30 })
  })

  test('a mouse moves nothing in the mobile layout', () => {
    expect(followEvents([step(10), down('mouse', 0, 0), move(-120, 30, { isMobile: true })]).view).toEqual({ zoom: 2, x: 0, y: 0 })
  })

  test('one finger moves a zoomed picture, and no other', () => {
    const swipe = [down('touch', 0, 0), move(-40, 30, { isMobile: true })]
    expect(followEvents(swipe).view).toEqual({ zoom: 1, x: 0, y: 0 })
    expect(followEvents([step(10), ...swipe]).view).toEqual({ zoom: 2, x: -40, y: 30 })
  })

  test('a pointer that is not down moves nothing', () => {
    expect(followEvents([step(10), move(50, 50), down('mouse', 0, 0), up(), move(80, 80)]).view).toEqual({ zoom: 2, x: 0, y: 0 })
  })

  test('the picture continues from the position that a wheel in between has set', () => {
    const { view } = followEvents([
      step(10),
      down('mouse', 0, 0),
      move(-50, 0),
      { ...wheel(-100), x: -50, y: 0 } as PreviewEvent,
      move(-60, 0),
    ])
    expect(view.zoom).toBe(2.1)
    expect(view.x).toBeCloseTo(-60, 6)
  })
})

describe('two fingers', () => {
  const pinch = (from: number, to: number) => [
    down('touch', 100 - from, 40),
    down('touch', 100 + from, 40, { id: 2 }),
    move(100 - to, 40, { isMobile: true }),
    move(100 + to, 40, { id: 2, isMobile: true }),
  ]

  test('the picture grows with their distance, about the middle between them', () => {
    const { view } = followEvents([step(10), ...pinch(50, 60)])
    expect(view.zoom).toBeCloseTo(2.4, 6)
    expect([view.x, view.y]).toEqual([expect.closeTo(-20, 6), expect.closeTo(-8, 6)])
  })

  test('beyond the limit and back they return to the same zoom', () => {
    const pinchPastLimit = pinch(50, 200)
    expect(followEvents(pinchPastLimit).view.zoom).toBe(3)
    const movesBack = [move(40, 40, { isMobile: true }), move(160, 40, { id: 2, isMobile: true })]
    expect(followEvents([...pinchPastLimit, ...movesBack]).view.zoom).toBeCloseTo(1.2, 6)
    expect(followEvents(pinch(200, 1)).view.zoom).toBe(0.5)
  })

  test('the remaining one continues to drag without a jump', () => {
    const { view } = followEvents([step(10), ...pinch(50, 60), up(2), move(30, 50, { isMobile: true })])
    expect(view.zoom).toBeCloseTo(2.4, 6)
    expect([view.x, view.y]).toEqual([expect.closeTo(-30, 6), expect.closeTo(2, 6)])
  })

  test('a pinch closes nothing, wherever it ends', () => {
    const endEvents = [up(2), up(1), click()]
    expect(followEvents([...pinch(50, 60), ...endEvents]).isClosed).toBe(false)
    const onBackdrop = [down('touch', 0, 0, { isOnPicture: false }), down('touch', 90, 0, { id: 2, isOnPicture: false })]
    expect(followEvents([...onBackdrop, ...endEvents]).isClosed).toBe(false)
  })
})

describe('closing', () => {
  test.each(['mouse', 'touch'] as const)('a press on the backdrop closes, by %s, once it ends', (kind) => {
    expect(followEvents(press(kind, false).slice(0, 2)).isClosed).toBe(false)
    expect(followEvents(press(kind, false)).isClosed).toBe(true)
  })

  test('a drag closes nothing, whether it ends or begins over the backdrop', () => {
    expect(followEvents([down('mouse', 0, 0), move(600, 0), up(), click()]).isClosed).toBe(false)
    expect(followEvents([down('mouse', 480, 0, { isOnPicture: false }), move(0, 0), up(), click()]).isClosed).toBe(false)
    expect(
      followEvents([down('mouse', 0, 0), move(600, 0, { isMobile: true }), move(0, 0, { isMobile: true }), up(), click()]).isClosed,
    ).toBe(false)
  })

  test('a mouse that moves on after its press has pressed all the same', () => {
    expect(followEvents([down('mouse', 480, 0, { isOnPicture: false }), up(), move(0, 0), click()]).isClosed).toBe(true)
  })

  test('a trembling finger still presses', () => {
    expect(followEvents([down('mouse', 480, 0, { isOnPicture: false }), move(483, 3), up(), click()]).isClosed).toBe(true)
  })

  test('a double click on the picture closes, a single one does not', () => {
    const firstClick = press('mouse', true)
    const secondClick = press('mouse', true, 200, false)
    expect(followEvents([...firstClick, ...secondClick]).isClosed).toBe(false)
    expect(followEvents([...firstClick, ...secondClick, { type: 'doubleClick' }]).isClosed).toBe(true)
  })

  test('the second half of the double click that opened it closes nothing', () => {
    for (const isOnPicture of [true, false])
      expect(followEvents([...press('mouse', isOnPicture, 0, false), { type: 'doubleClick' }]).isClosed).toBe(false)
  })

  test('a click after a drag makes no double click', () => {
    const drag = [down('mouse', 0, 0), move(60, 0), up(), click(0)]
    expect(followEvents([...drag, ...press('mouse', true, 200, false), { type: 'doubleClick' }]).isClosed).toBe(false)
  })

  test(`two taps less than ${DOUBLE_TAP_MS} ms apart close, slower ones do not, and neither does the double click after those`, () => {
    const taps = (gapMs: number) => [...press('touch', true, 1000), ...press('touch', true, 1000 + gapMs, false)]
    expect(followEvents(taps(DOUBLE_TAP_MS - 1)).isClosed).toBe(true)
    expect(followEvents([...taps(DOUBLE_TAP_MS), { type: 'doubleClick' }]).isClosed).toBe(false)
  })

  test('two taps far apart, or with a swipe between them, close nothing', () => {
    expect(followEvents([...press('touch', true, 0), ...press('touch', true, 100, true, 200)]).isClosed).toBe(false)
    const swipe = [down('touch', 0, 0), move(30, 0, { isMobile: true }), up(), click(50)]
    expect(followEvents([...press('touch', true, 0), ...swipe, ...press('touch', true, 100)]).isClosed).toBe(false)
  })
})

test('keys zoom, reset and pan, and leave the browser its own', () => {
  const key = (name: string, modifiers = {}) => keyGesture({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })
  const viewAfter = (...names: string[]) => followEvents(names.flatMap((name) => key(name) ?? [])).view
  expect([viewAfter('+').zoom, viewAfter('=').zoom, viewAfter('-').zoom]).toEqual([1.1, 1.1, 0.9])
  expect(viewAfter('+', '+', 'ArrowLeft', '0')).toEqual({ zoom: 1, x: 0, y: 0 })
  const zoomInKeys = Array.from({ length: 10 }, () => '+')
  expect(viewAfter(...zoomInKeys, 'ArrowRight').x).toBeLessThan(0)
  expect(viewAfter(...zoomInKeys, 'ArrowLeft').x).toBeGreaterThan(0)
  expect(viewAfter(...zoomInKeys, 'ArrowDown').y).toBeLessThan(0)
  expect(viewAfter(...zoomInKeys, 'ArrowUp').y).toBeGreaterThan(0)
  expect([key('a'), key('+', { ctrlKey: true }), key('0', { metaKey: true })]).toEqual([null, null, null])
})

test('a smaller window leaves the picture in sight', () => {
  const pannedState = followEvents([step(10), { type: 'pan', x: 300, y: 0 }])
  const narrowFrame = { layer: { width: 400, height: 800 }, picture: { width: 300, height: 225 } }
  expect(followGesture(pannedState, { type: 'resize' }, narrowFrame).view.x).toBe(100)
})
