import type { TouchEvent } from 'react'
import { useRef } from 'react'
import type { Swipe, SwipePoint } from './swipe.ts'
import { swipeOf } from './swipe.ts'

interface SwipeHandlers {
  readonly onTouchStart: (event: TouchEvent<HTMLElement>) => void
  readonly onTouchEnd: (event: TouchEvent<HTMLElement>) => void
}

/** Reads one finger on a place. A second finger is the browser's pinch, and a finger on a control is the control's. */
export function useSwipe(onSwipe: (swipe: Swipe) => void): SwipeHandlers {
  const from = useRef<(SwipePoint & { readonly isAtTop: boolean }) | null>(null)
  return {
    onTouchStart(event) {
      const touch = event.touches[0]
      const isOnControl = event.target instanceof Element && event.target.closest('input, [data-drags]') !== null
      const isOne = event.touches.length === 1 && (visualViewport?.scale ?? 1) === 1
      const isAtTop = (event.currentTarget.closest('dialog')?.scrollTop ?? 0) <= 0
      from.current = touch === undefined || isOnControl || !isOne ? null : { x: touch.clientX, y: touch.clientY, isAtTop }
    },
    onTouchEnd(event) {
      const touch = event.changedTouches[0]
      const start = from.current
      from.current = null
      if (touch === undefined || start === null) return
      const swipe = swipeOf(start, { x: touch.clientX, y: touch.clientY }, start.isAtTop)
      if (swipe !== null) onSwipe(swipe)
    },
  }
}
