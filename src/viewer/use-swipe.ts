import { useRef } from 'react'

/** The length of a swipe to the next or previous item, in px. */
const STEP_PX = 48
/** The length of a swipe down that closes the viewer, in px. It is longer, because closing interrupts. */
const CLOSE_PX = 96
/** A swipe must be this many times as long as it is wide. */
const STRAIGHTNESS = 1.5

interface SwipeHandlers {
  readonly onTouchStart: (event: React.TouchEvent<HTMLElement>) => void
  readonly onTouchEnd: (event: React.TouchEvent<HTMLElement>) => void
}

/**
 * Follows one finger on an area. Ignores two fingers and any finger on a zoomed page, which belong to the browser's zoom, and a finger on a
 * control.
 */
export function useSwipe(onSwipe: (swipe: Swipe) => void): SwipeHandlers {
  const startPoint = useRef<(SwipePoint & { readonly isAtTop: boolean }) | null>(null)
  return {
    onTouchStart(event) {
      const touch = event.touches[0]
      const isOnControl = event.target instanceof Element && event.target.closest('input, [data-drags]') !== null
      const isSingleTouch = event.touches.length === 1 && (visualViewport?.scale ?? 1) === 1
      const isAtTop = (event.currentTarget.closest('dialog')?.scrollTop ?? 0) <= 0
      startPoint.current = touch === undefined || isOnControl || !isSingleTouch ? null : { x: touch.clientX, y: touch.clientY, isAtTop }
    },
    onTouchEnd(event) {
      const touch = event.changedTouches[0]
      const from = startPoint.current
      startPoint.current = null
      if (touch === undefined || from === null) return
      const swipe = swipeOf(from, { x: touch.clientX, y: touch.clientY }, from.isAtTop)
      if (swipe !== null) onSwipe(swipe)
    },
  }
}

interface SwipePoint {
  readonly x: number
  readonly y: number
}

type Swipe = 'previous' | 'next' | 'close'

/** The command of a swipe; null if the movement is no swipe. `isAtTop`: the area was scrolled to its top. */
export function swipeOf(from: SwipePoint, to: SwipePoint, isAtTop: boolean): Swipe | null {
  const [x, y] = [to.x - from.x, to.y - from.y]
  if (Math.abs(x) >= STEP_PX && Math.abs(x) >= Math.abs(y) * STRAIGHTNESS) return x > 0 ? 'previous' : 'next'
  return isAtTop && y >= CLOSE_PX && y >= Math.abs(x) * STRAIGHTNESS ? 'close' : null
}
