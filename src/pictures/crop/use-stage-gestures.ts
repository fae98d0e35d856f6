import type { CropState, Point } from '#shared/domain/crop-geometry.ts'
import type { Drag, Pinch, Tap } from './stage-gestures.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { useEffect, useRef } from 'react'
import { resetCrop, zoomBy } from '#shared/domain/edit-crop.ts'
import { dragTo, isDoubleTap, isSameSpot, pinchTo, startPinch, claimWheel, toCanvasPoint, toGrip } from './stage-gestures.ts'

interface Hold {
  /** The position of each pressed pointer by its id, in px of the screen. */
  readonly pointers: Map<number, Point>
  /** What the last pressed pointer will drag; null once it has moved. */
  grip: Drag['grip'] | null
  /** The running drag or pinch. After one of two fingers is lifted it is null until all fingers are lifted. */
  gesture: { readonly drag: Drag } | { readonly pinch: Pinch } | null
  pressed: Tap | null
  lastTap: Tap | null
}

/** Turns pointer and wheel events over the stage into edits: one pointer drags, two fingers pinch, a double tap resets. */
export function useStageGestures(
  stage: React.RefObject<HTMLDivElement | null>,
  state: CropState | null,
  edit: (edit: CropEdit) => void,
  onMovingChange: (isMoving: boolean) => void,
) {
  const hold = useRef<Hold>({ pointers: new Map(), grip: null, gesture: null, pressed: null, lastTap: null })
  useWheelZoom(stage, hold, edit)

  function onCanvas(point: Point): Point {
    return toCanvasPoint(point, stage.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1 })
  }

  function onPointerDown(event: React.PointerEvent): void {
    if (state === null || event.button !== 0) return
    const active = hold.current
    const point = pointOf(event)
    stage.current?.setPointerCapture(event.pointerId)
    // A touch does not move the focus. A number that was typed in a field would then be applied only after the drag.
    stage.current?.focus({ preventScroll: true })
    active.pointers.set(event.pointerId, point)
    active.pressed = active.pointers.size === 1 ? { point, timeMs: event.timeStamp } : null
    active.grip = gripOf(event.target)
    active.gesture = null
    onMovingChange(true)
  }

  function onPointerMove(event: React.PointerEvent): void {
    const active = hold.current
    if (state === null || !active.pointers.has(event.pointerId)) return
    if (active.grip !== null) active.gesture = startGesture(active, state, active.grip, onCanvas)
    active.grip = null
    active.pointers.set(event.pointerId, pointOf(event))
    const next = stateDuring(active, onCanvas)
    if (next !== null) edit(() => next)
  }

  function onPointerUp(event: React.PointerEvent): void {
    const active = hold.current
    const { pressed } = active
    const tap = { point: pointOf(event), timeMs: event.timeStamp }
    if (!release(event.pointerId)) return
    const isTap = event.pointerType !== 'mouse' && pressed !== null && isSameSpot(pressed.point, tap.point)
    if (isTap && isDoubleTap(active.lastTap, tap)) edit(resetCrop)
    active.lastTap = isTap ? tap : null
  }

  function release(pointerId: number): boolean {
    const active = hold.current
    const wasDown = active.pointers.delete(pointerId)
    active.grip = null
    active.gesture = null
    active.pressed = null
    if (active.pointers.size === 0) onMovingChange(false)
    return wasDown
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: (event: React.PointerEvent) => void release(event.pointerId),
    onLostPointerCapture: (event: React.PointerEvent) => void release(event.pointerId),
    onDoubleClick: () => edit(resetCrop),
  }
}

/** Zooms by the wheel. React's own wheel listener is passive and can't prevent the page from scrolling. */
function useWheelZoom(stage: React.RefObject<HTMLDivElement | null>, hold: React.RefObject<Hold>, edit: (edit: CropEdit) => void): void {
  useEffect(() => {
    const element = stage.current
    let remainderPx = 0
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (element === null || hold.current.pointers.size > 0) return
      const about = toCanvasPoint(pointOf(event), element.getBoundingClientRect())
      const turned = claimWheel(remainderPx, event)
      remainderPx = turned.remainderPx
      if (turned.steps !== 0) edit((state) => zoomBy(state, turned.steps, about))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [stage, hold, edit])
}

function startGesture(active: Hold, start: CropState, grip: Drag['grip'], onCanvas: (point: Point) => Point): Hold['gesture'] {
  const [a, b, c] = [...active.pointers.values()].map(onCanvas)
  if (a === undefined || c !== undefined) return null
  return b === undefined ? { drag: { grip, from: a, start } } : { pinch: startPinch(start, a, b) }
}

function stateDuring(active: Hold, onCanvas: (point: Point) => Point): CropState | null {
  const [a, b] = [...active.pointers.values()].map(onCanvas)
  if (active.gesture === null || a === undefined) return null
  if ('drag' in active.gesture) return dragTo(active.gesture.drag, a)
  return b === undefined ? null : pinchTo(active.gesture.pinch, a, b)
}

function pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
  return { x: clientX, y: clientY }
}

function gripOf(target: EventTarget): Drag['grip'] {
  return toGrip(target instanceof Element ? target.closest('[data-grip]')?.getAttribute('data-grip') : null)
}
