import type { CropState, Point } from '#shared/domain/crop-geometry.ts'
import type { Drag, Pinch, Tap } from './stage-gestures.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { useEffect, useRef } from 'react'
import { resetCrop, zoomBy } from '#shared/domain/edit-crop.ts'
import { dragTo, isDoubleTap, isSameSpot, pinchTo, startPinch, countWheelSteps, toCanvasPoint, toGrip } from './stage-gestures.ts'

interface GestureState {
  /** The position of each pressed pointer by its id, in px of the screen. */
  readonly pointers: Map<number, Point>
  /** What the last pressed pointer will drag; null once it has moved. */
  grip: Drag['grip'] | null
  /** The running drag or pinch; null until a pressed pointer moves. Null again after any pointer is lifted, until the next press. */
  gesture: { readonly drag: Drag } | { readonly pinch: Pinch } | null
  press: Tap | null
  lastTap: Tap | null
}

/** Turns pointer and wheel events over the stage into edits: one pointer drags, two fingers and the wheel zoom, a double press resets. */
export function useStageGestures(
  stage: React.RefObject<HTMLDivElement | null>,
  state: CropState | null,
  edit: (edit: CropEdit) => void,
  onMovingChange: (isMoving: boolean) => void,
) {
  const gestureRef = useRef<GestureState>({ pointers: new Map(), grip: null, gesture: null, press: null, lastTap: null })
  useWheelZoom(stage, gestureRef, edit)

  function toCanvas(point: Point): Point {
    return toCanvasPoint(point, stage.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1 })
  }

  function onPointerDown(event: React.PointerEvent): void {
    if (state === null || event.button !== 0) return
    const gestureState = gestureRef.current
    const point = pointOf(event)
    stage.current?.setPointerCapture(event.pointerId)
    // Moves the focus out of a number field, which applies a typed number on blur. A touch alone does not move the focus.
    stage.current?.focus({ preventScroll: true })
    gestureState.pointers.set(event.pointerId, point)
    gestureState.press = gestureState.pointers.size === 1 ? { point, timeMs: event.timeStamp } : null
    gestureState.grip = gripOf(event.target)
    gestureState.gesture = null
    onMovingChange(true)
  }

  function onPointerMove(event: React.PointerEvent): void {
    const gestureState = gestureRef.current
    if (state === null || !gestureState.pointers.has(event.pointerId)) return
    if (gestureState.grip !== null) gestureState.gesture = startGesture(gestureState, state, gestureState.grip, toCanvas)
    gestureState.grip = null
    gestureState.pointers.set(event.pointerId, pointOf(event))
    const nextState = stateDuring(gestureState, toCanvas)
    if (nextState !== null) edit(() => nextState)
  }

  function onPointerUp(event: React.PointerEvent): void {
    const gestureState = gestureRef.current
    const { press } = gestureState
    const tap = { point: pointOf(event), timeMs: event.timeStamp }
    if (!releasePointer(event.pointerId)) return
    const isTap = event.pointerType !== 'mouse' && press !== null && isSameSpot(press.point, tap.point)
    if (isTap && isDoubleTap(gestureState.lastTap, tap)) edit(resetCrop)
    gestureState.lastTap = isTap ? tap : null
  }

  function releasePointer(pointerId: number): boolean {
    const gestureState = gestureRef.current
    const wasDown = gestureState.pointers.delete(pointerId)
    gestureState.grip = null
    gestureState.gesture = null
    gestureState.press = null
    if (gestureState.pointers.size === 0) onMovingChange(false)
    return wasDown
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: (event: React.PointerEvent) => void releasePointer(event.pointerId),
    onLostPointerCapture: (event: React.PointerEvent) => void releasePointer(event.pointerId),
    onDoubleClick: () => edit(resetCrop),
  }
}

/** Zooms by the wheel. React's own wheel listener is passive and can't prevent the page from scrolling. */
function useWheelZoom(
  stage: React.RefObject<HTMLDivElement | null>,
  gestureRef: React.RefObject<GestureState>,
  edit: (edit: CropEdit) => void,
): void {
  useEffect(() => {
    const element = stage.current
    let remainderPx = 0
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (element === null || gestureRef.current.pointers.size > 0) return
      const zoomCentre = toCanvasPoint(pointOf(event), element.getBoundingClientRect())
      const wheelResult = countWheelSteps(remainderPx, event)
      remainderPx = wheelResult.remainderPx
      if (wheelResult.steps !== 0) edit((state) => zoomBy(state, wheelResult.steps, zoomCentre))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [stage, gestureRef, edit])
}

function startGesture(
  gestureState: GestureState,
  startState: CropState,
  grip: Drag['grip'],
  toCanvas: (point: Point) => Point,
): GestureState['gesture'] {
  const [a, b, c] = [...gestureState.pointers.values()].map(toCanvas)
  if (a === undefined || c !== undefined) return null
  return b === undefined ? { drag: { grip, from: a, start: startState } } : { pinch: startPinch(startState, a, b) }
}

function stateDuring(gestureState: GestureState, toCanvas: (point: Point) => Point): CropState | null {
  const [a, b] = [...gestureState.pointers.values()].map(toCanvas)
  if (gestureState.gesture === null || a === undefined) return null
  if ('drag' in gestureState.gesture) return dragTo(gestureState.gesture.drag, a)
  return b === undefined ? null : pinchTo(gestureState.gesture.pinch, a, b)
}

function pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
  return { x: clientX, y: clientY }
}

function gripOf(target: EventTarget): Drag['grip'] {
  return toGrip(target instanceof Element ? target.closest('[data-grip]')?.getAttribute('data-grip') : null)
}
