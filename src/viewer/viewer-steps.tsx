import { useRef } from 'react'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { IconButton } from '#src/design/button.tsx'
import styles from './viewer-bar.module.css'
import type { ViewerCursorState, ViewerCursor } from './viewer-cursor.ts'

interface ViewerStepsProps {
  readonly state: ViewerCursorState
  readonly title: string
  readonly onStep: (by: number) => void
}

/** Previous, next, and the position in the list. A step at an end keeps its focus. */
export function ViewerSteps({ state: { items, index, hasMore, isLoading }, title, onStep }: ViewerStepsProps) {
  const text = useText()
  const [place, total] = [formatNumber(index + 1), formatNumber(items.length)]
  const isLast = index === items.length - 1
  return (
    <div className={styles['steps']}>
      <span className={styles['step']} data-side="start">
        <IconButton icon="left" label={text('viewer.previous')} aria-disabled={index === 0 || undefined} onClick={() => onStep(-1)} />
      </span>
      <span className={styles['place']} aria-hidden="true">
        {text(hasMore ? 'viewer.countOpen' : 'viewer.count', { place, total })}
      </span>
      <span className={styles['step']} data-side="end">
        <IconButton
          icon="arrow"
          label={text('viewer.next')}
          aria-disabled={(isLast && !hasMore) || undefined}
          aria-busy={(isLast && isLoading) || undefined}
          onClick={() => onStep(1)}
        />
      </span>
      <output className="visually-hidden">{text('viewer.now', { place, total, title })}</output>
    </div>
  )
}

/** The controls that are always visible: steps and close. */
export function ViewerBar({ children, onClose }: { readonly children?: React.ReactNode; readonly onClose: () => void }) {
  const text = useText()
  return (
    <div className={styles['bar']}>
      {children}
      <span className={styles['close']}>
        <IconButton icon="close" label={text('viewer.close')} onClick={onClose} />
      </span>
    </div>
  )
}

export interface ViewerPosition {
  readonly walk: ViewerCursor
  /** The prefix of every path. */
  readonly base: string
  readonly isHere: () => boolean
  readonly titleId: string
  readonly layer: React.RefObject<HTMLDialogElement | null>
  readonly onClose: () => void
}

/** Swipe distance for a step, in px. */
const STEP_PX = 48
/** Swipe distance down to close, in px: longer, because closing interrupts. */
const CLOSE_PX = 96
/** Ratio of length to width that makes a swipe. */
const STRAIGHTNESS = 1.5

interface SwipeHandlers {
  readonly onTouchStart: (event: React.TouchEvent<HTMLElement>) => void
  readonly onTouchEnd: (event: React.TouchEvent<HTMLElement>) => void
}

/** Tracks one finger on an area. A second finger is the browser's pinch zoom, and a finger on a control is the control's. */
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

interface SwipePoint {
  readonly x: number
  readonly y: number
}

type Swipe = 'previous' | 'next' | 'close'

/** The command of a swipe; null for anything else. `isAtTop`: nothing is left to scroll up to. */
export function swipeOf(from: SwipePoint, to: SwipePoint, isAtTop: boolean): Swipe | null {
  const [x, y] = [to.x - from.x, to.y - from.y]
  if (Math.abs(x) >= STEP_PX && Math.abs(x) >= Math.abs(y) * STRAIGHTNESS) return x > 0 ? 'previous' : 'next'
  return isAtTop && y >= CLOSE_PX && y >= Math.abs(x) * STRAIGHTNESS ? 'close' : null
}
