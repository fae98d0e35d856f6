/** What one notch of a mouse wheel scrolls, in px. */
const NOTCH_PX = 100
/** A single event from here on is a wheel's notch; trackpads send many small ones. Mice differ: 53 to 120. */
const LEAST_NOTCH_PX = 48
/** What a trackpad's pinch sends for one step, in px. */
const PINCH_STEP_PX = 10

export interface WheelTurn {
  /** Towards the person is positive. */
  readonly deltaPx: number
  /** Browsers send a trackpad's pinch as a wheel with Ctrl. */
  readonly isPinch: boolean
}

/** The whole zoom steps of one wheel event, and the rest that the next one continues from. */
export function wheelSteps(restPx: number, { deltaPx, isPinch }: WheelTurn): { readonly steps: number; readonly restPx: number } {
  if (Math.abs(deltaPx) >= LEAST_NOTCH_PX) {
    const notches = Math.max(1, Math.round(Math.abs(deltaPx) / NOTCH_PX))
    return { steps: deltaPx > 0 ? -notches : notches, restPx: 0 }
  }
  const stepPx = isPinch ? PINCH_STEP_PX : NOTCH_PX
  const total = restPx * deltaPx < 0 ? deltaPx : restPx + deltaPx
  const passed = Math.trunc(total / stepPx)
  return { steps: passed === 0 ? 0 : -passed, restPx: total - passed * stepPx }
}
