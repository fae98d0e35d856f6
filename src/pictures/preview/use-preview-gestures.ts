import type { LayerPoint, PreviewFrame } from '#shared/domain/preview-zoom.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { followResize } from '#src/browser/follow-resize.ts'
import { type PreviewEvent, type PreviewState, IDLE_PREVIEW, followGesture } from './preview-gestures.ts'

/** How far an arrow key moves the picture, in px. */
const PAN_PX = 48

const KEY_EVENTS: Readonly<Record<string, PreviewEvent>> = {
  '+': { type: 'step', steps: 1 },
  '=': { type: 'step', steps: 1 },
  '-': { type: 'step', steps: -1 },
  '0': { type: 'reset' },
  ArrowLeft: { type: 'pan', x: PAN_PX, y: 0 },
  ArrowRight: { type: 'pan', x: -PAN_PX, y: 0 },
  ArrowUp: { type: 'pan', x: 0, y: PAN_PX },
  ArrowDown: { type: 'pan', x: 0, y: -PAN_PX },
}

const MOBILE_QUERY = '(max-width: 1023.98px), (pointer: coarse)'
const LINE_PX = 33
const PAGE_PX = 100

interface Refs {
  readonly layer: React.RefObject<HTMLDialogElement | null>
  readonly image: React.RefObject<HTMLImageElement | null>
}

/** Turns browser events into gestures of the preview. `onClose` is called when a gesture closes it. */
export function usePreviewGestures({ layer, image }: Refs, onClose: () => void) {
  const latestState = useRef<PreviewState>(IDLE_PREVIEW)
  const [state, setState] = useState<PreviewState>(IDLE_PREVIEW)
  const dispatch = (event: PreviewEvent) => {
    const nextState = followGesture(latestState.current, event, frameOf(layer.current, image.current))
    latestState.current = nextState
    setState(nextState)
    if (nextState.isClosed) onClose()
  }
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    dispatch({ type: 'wheel', deltaPx: deltaInPx(event), isPinch: event.ctrlKey, ...layerPointOf(event, layer.current) })
  })
  const onResize = useEffectEvent(() => dispatch({ type: 'resize' }))
  useEffect(() => {
    const abortController = new AbortController()
    layer.current?.addEventListener('wheel', onWheel, { passive: false, signal: abortController.signal })
    return () => abortController.abort()
  }, [layer])
  useEffect(() => followResize(() => onResize()), [])
  return {
    state,
    dispatch,
    onKeyDown: (event: React.KeyboardEvent) => {
      const gesture = keyGesture(event)
      if (gesture === null) return
      event.preventDefault()
      dispatch(gesture)
    },
    stageHandlers: {
      onPointerDown(event: React.PointerEvent) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const kind = event.pointerType === 'mouse' ? 'mouse' : 'touch'
        dispatch({
          type: 'down',
          id: event.pointerId,
          kind,
          isOnPicture: event.target !== event.currentTarget,
          ...layerPointOf(event, layer.current),
        })
      },
      onPointerMove: (event: React.PointerEvent) =>
        dispatch({ type: 'move', id: event.pointerId, isMobile: matchMedia(MOBILE_QUERY).matches, ...layerPointOf(event, layer.current) }),
      onPointerUp: (event: React.PointerEvent) => dispatch({ type: 'up', id: event.pointerId }),
      onPointerCancel: (event: React.PointerEvent) => dispatch({ type: 'up', id: event.pointerId }),
      onClick: (event: React.MouseEvent) => dispatch({ type: 'click', atMs: event.timeStamp, isFirst: event.detail < 2 }),
      onDoubleClick: () => dispatch({ type: 'doubleClick' }),
    },
  }
}

function frameOf(layer: HTMLElement | null, image: HTMLElement | null): PreviewFrame {
  return {
    layer: { width: layer?.clientWidth ?? 0, height: layer?.clientHeight ?? 0 },
    picture: { width: image?.offsetWidth ?? 0, height: image?.offsetHeight ?? 0 },
  }
}

function layerPointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }, layer: HTMLElement | null): LayerPoint {
  const { left, top, width, height } = layer?.getBoundingClientRect() ?? new DOMRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/**
 * The scroll delta of a wheel event, in px. `deltaMode` must be read first: Firefox reports a notch as three lines, but in px if
 * the delta is read before the mode.
 */
function deltaInPx({ deltaMode, deltaY }: WheelEvent): number {
  if (deltaMode === WheelEvent.DOM_DELTA_PIXEL) return deltaY
  return deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : PAGE_PX)
}

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The event for a key; null if the key has no meaning here. The browser's own zoom keys are ignored. */
export function keyGesture({ key, ctrlKey, metaKey, altKey }: PressedKey): PreviewEvent | null {
  return ctrlKey || metaKey || altKey ? null : (KEY_EVENTS[key] ?? null)
}
