import type { LayerPoint, PreviewFrame, PreviewView } from '#shared/domain/preview-zoom.ts'
import { DOUBLE_TAP_MS, FITTED_VIEW, clampView, stepZoom, zoomAbout } from '#shared/domain/preview-zoom.ts'

/** A press that moves less than this is still a click, in px. */
const PRESS_SLOP_PX = 8
/** Taps further apart are no double tap, in px. */
const DOUBLE_TAP_REACH_PX = 40

type PointerKind = 'mouse' | 'touch'

interface Finger extends LayerPoint {
  readonly id: number
}

/**
 * A press lasts from the first pointer down to the last pointer up. `isSpoilt`: the press moved or had a second finger, so it is no
 * click.
 */
interface Press extends LayerPoint {
  readonly kind: PointerKind
  readonly isOnPicture: boolean
  readonly isSpoilt: boolean
}

/** The fingers and the view at the start of a gesture. Each move is computed from them, so that errors do not add up. */
interface Grip {
  readonly fingers: readonly Finger[]
  readonly view: PreviewView
}

export interface PreviewState {
  readonly view: PreviewView
  readonly fingers: readonly Finger[]
  readonly grip: Grip
  readonly press: Press | null
  /** The number of consecutive clicks on the picture. */
  readonly clicks: number
  readonly lastTap: (LayerPoint & { readonly atMs: number }) | null
  readonly wheelRestPx: number
  readonly isClosed: boolean
}

/**
 * The input events of the preview. Positions are in px from the middle of the layer. `click` and `doubleClick` follow `up`, as in
 * the browser.
 */
export type PreviewEvent =
  | ({ readonly type: 'down'; readonly kind: PointerKind; readonly isOnPicture: boolean } & Finger)
  | ({ readonly type: 'move'; readonly isMobile: boolean } & Finger)
  | { readonly type: 'up'; readonly id: number }
  | { readonly type: 'click'; readonly atMs: number; readonly isFirst: boolean }
  | { readonly type: 'doubleClick' }
  | ({ readonly type: 'wheel' } & WheelTurn & LayerPoint)
  | { readonly type: 'step'; readonly steps: number }
  | ({ readonly type: 'pan' } & LayerPoint)
  | { readonly type: 'reset' }
  | { readonly type: 'resize' }

const NO_GRIP: Grip = { fingers: [], view: FITTED_VIEW }

export const IDLE_PREVIEW: PreviewState = {
  view: FITTED_VIEW,
  fingers: [],
  grip: NO_GRIP,
  press: null,
  clicks: 0,
  lastTap: null,
  wheelRestPx: 0,
  isClosed: false,
}

/**
 * The gestures of the preview, as a pure function. One pointer moves the picture, two pointers zoom it; wheel, buttons and keys zoom in
 * steps. A press on the backdrop, a double click or a double tap closes the preview, but not after a drag or pinch. It closes at the
 * click, the last event of a press, so that the page below receives no event.
 */
export function followGesture(state: PreviewState, event: PreviewEvent, frame: PreviewFrame): PreviewState {
  switch (event.type) {
    case 'down':
      return pressDown(state, event)
    case 'move':
      return handleMove(state, event, frame)
    case 'up':
      return withFingers(
        state,
        state.fingers.filter(({ id }) => id !== event.id),
      )
    case 'click':
      return handleClick(state, event)
    case 'doubleClick':
      return state.press?.kind === 'mouse' && state.clicks > 1 ? closePreview(state) : state
    case 'wheel': {
      const { steps, restPx } = wheelSteps(state.wheelRestPx, event)
      return { ...zoomView(state, steps, event, frame), wheelRestPx: restPx }
    }
    case 'step':
      return zoomView(state, event.steps, { x: 0, y: 0 }, frame)
    case 'pan':
      return setView(state, clampView({ ...state.view, x: state.view.x + event.x, y: state.view.y + event.y }, frame))
    case 'reset':
      return setView(state, FITTED_VIEW)
    case 'resize':
      return setView(state, clampView(state.view, frame))
  }
}

function pressDown(state: PreviewState, { id, x, y, kind, isOnPicture }: PreviewEvent & { readonly type: 'down' }): PreviewState {
  const isSecondFinger = state.fingers.length > 0
  const press = isSecondFinger && state.press !== null ? { ...state.press, isSpoilt: true } : { x, y, kind, isOnPicture, isSpoilt: false }
  return { ...withFingers(state, [...state.fingers, { id, x, y }]), press }
}

function handleMove(
  state: PreviewState,
  { id, x, y, isMobile }: PreviewEvent & { readonly type: 'move' },
  frame: PreviewFrame,
): PreviewState {
  const { press } = state
  if (press === null || !state.fingers.some((finger) => finger.id === id)) return state
  const fingers = state.fingers.map((finger) => (finger.id === id ? { id, x, y } : finger))
  const isSpoilt = press.isSpoilt || Math.hypot(x - press.x, y - press.y) > PRESS_SLOP_PX
  const movedState = { ...state, fingers, press: { ...press, isSpoilt } }
  return mayDrag(movedState, press.kind, isMobile) ? { ...movedState, view: dragView(state.grip, fingers, frame) } : movedState
}

/** Whether the pressed pointers move the picture: two always, one finger only an enlarged picture, a mouse except in the phone layout. */
function mayDrag({ fingers, view }: PreviewState, kind: PointerKind, isMobile: boolean): boolean {
  if (fingers.length > 1) return true
  return kind === 'mouse' ? !isMobile : view.zoom > FITTED_VIEW.zoom
}

/** The view for the current fingers, computed from the view at the start of the gesture. */
function dragView(grip: Grip, fingers: readonly Finger[], frame: PreviewFrame): PreviewView {
  const startSpan = fingerSpan(grip.fingers)
  const currentSpan = fingerSpan(fingers)
  const zoomedView = zoomAbout(grip.view, (grip.view.zoom * currentSpan.width) / startSpan.width, startSpan, UNLIMITED)
  return clampView({ ...zoomedView, x: zoomedView.x + currentSpan.x - startSpan.x, y: zoomedView.y + currentSpan.y - startSpan.y }, frame)
}

const UNLIMITED: PreviewFrame = { layer: { width: Infinity, height: Infinity }, picture: { width: 0, height: 0 } }

/** The middle and the distance of the first two fingers, in px. For a single finger the distance is 1. */
function fingerSpan([first, second]: readonly Finger[]): LayerPoint & { readonly width: number } {
  const a = first ?? { x: 0, y: 0 }
  const b = second ?? a
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, width: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) }
}

function handleClick(state: PreviewState, { atMs, isFirst }: PreviewEvent & { readonly type: 'click' }): PreviewState {
  const { press, lastTap } = state
  if (press === null || press.isSpoilt) return { ...state, clicks: 0, lastTap: null }
  if (!press.isOnPicture) return isFirst || state.clicks > 0 ? closePreview(state) : state
  const clicks = isFirst ? 1 : state.clicks + 1
  if (press.kind === 'mouse') return { ...state, clicks, lastTap: null }
  const isNear = lastTap !== null && Math.hypot(press.x - lastTap.x, press.y - lastTap.y) <= DOUBLE_TAP_REACH_PX
  if (isNear && atMs - lastTap.atMs < DOUBLE_TAP_MS) return closePreview(state)
  return { ...state, clicks, lastTap: { x: press.x, y: press.y, atMs } }
}

function zoomView(state: PreviewState, steps: number, point: LayerPoint, frame: PreviewFrame): PreviewState {
  return steps === 0 ? state : setView(state, zoomAbout(state.view, stepZoom(state.view.zoom, steps), point, frame))
}

/** Sets a view that does not result from the fingers, and restarts the gesture from this view. */
function setView(state: PreviewState, view: PreviewView): PreviewState {
  return { ...state, view, grip: { fingers: state.fingers, view } }
}

function withFingers(state: PreviewState, fingers: readonly Finger[]): PreviewState {
  return { ...state, fingers, grip: { fingers, view: state.view } }
}

function closePreview(state: PreviewState): PreviewState {
  return { ...state, isClosed: true }
}

/** The scroll delta of one notch of a mouse wheel, in px. */
const NOTCH_PX = 100
/** A wheel event of at least this delta (px) is a wheel notch. Trackpads send many smaller deltas; mice send 53 to 120. */
const LEAST_NOTCH_PX = 48
/** The delta of a trackpad pinch per step, in px. */
const PINCH_STEP_PX = 10

interface WheelTurn {
  /** The scroll delta in px; positive towards the user. */
  readonly deltaPx: number
  /** Browsers report a trackpad's pinch as a wheel event with Ctrl. */
  readonly isPinch: boolean
}

/** The whole zoom steps of one wheel event, and the remaining delta for the next event. */
function wheelSteps(restPx: number, { deltaPx, isPinch }: WheelTurn): { readonly steps: number; readonly restPx: number } {
  if (Math.abs(deltaPx) >= LEAST_NOTCH_PX) {
    const notches = Math.max(1, Math.round(Math.abs(deltaPx) / NOTCH_PX))
    return { steps: deltaPx > 0 ? -notches : notches, restPx: 0 }
  }
  const stepPx = isPinch ? PINCH_STEP_PX : NOTCH_PX
  const totalPx = restPx * deltaPx < 0 ? deltaPx : restPx + deltaPx
  const wholeSteps = Math.trunc(totalPx / stepPx)
  return { steps: wholeSteps === 0 ? 0 : -wholeSteps, restPx: totalPx - wholeSteps * stepPx }
}
