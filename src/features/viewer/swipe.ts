export interface SwipePoint {
  readonly x: number
  readonly y: number
}

export type Swipe = 'previous' | 'next' | 'close'

/** How far a finger moves for a step, in px. */
const STEP_PX = 48
/** How far it moves down to close, in px: further, since that ends what one looks at. */
const CLOSE_PX = 96
/** How much longer the way is than it is wide. */
const STRAIGHTNESS = 1.5

/** What a finger that went from here to there means; null when it went nowhere in particular. `isAtTop`: nothing is left to scroll down from. */
export function swipeOf(from: SwipePoint, to: SwipePoint, isAtTop: boolean): Swipe | null {
  const [x, y] = [to.x - from.x, to.y - from.y]
  if (Math.abs(x) >= STEP_PX && Math.abs(x) >= Math.abs(y) * STRAIGHTNESS) return x > 0 ? 'previous' : 'next'
  return isAtTop && y >= CLOSE_PX && y >= Math.abs(x) * STRAIGHTNESS ? 'close' : null
}
