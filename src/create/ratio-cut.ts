import type { PreparedImage } from '#shared/contract/image-contract.ts'
import { type Rect, type Size, cutToRatio } from '#shared/domain/media-limits.ts'
import { turnedSize } from '#shared/domain/crop-rules.ts'

const PERCENT = 100

type CutFacts = Pick<PreparedImage, 'sourceWidth' | 'sourceHeight' | 'turn' | 'cut'>

/** The size of the source picture after its rotation, in px. */
export function wholeSize({ sourceWidth, sourceHeight, turn }: CutFacts): Size {
  return turnedSize({ width: sourceWidth, height: sourceHeight }, turn)
}

/** Whether the picture is cut only as far as the ratio limits require, at any position. */
export function isRatioCut(facts: CutFacts): boolean {
  const { cut } = facts
  if (cut === null) return false
  const whole = wholeSize(facts)
  const most = cutToRatio({ x: 0, y: 0, ...whole })
  return cut.width === most.width && cut.height === most.height
}

/** Where the visible part starts on the side that is too long: in px, in percent, and in steps of the slider. */
export function cutRange(cut: Rect, whole: Size) {
  const isAcross = whole.width > cut.width
  const from = isAcross ? cut.x : cut.y
  const most = isAcross ? whole.width - cut.width : whole.height - cut.height
  const steps = Math.min(PERCENT, most)
  return {
    axis: isAcross ? ('x' as const) : ('y' as const),
    most,
    percent: Math.round((from / most) * PERCENT),
    steps,
    step: Math.round((from / most) * steps),
  }
}

/** The visible part at a step of the slider. A step is at least 1 px, so that each has an effect. */
export function cutAt(cut: Rect, whole: Size, step: number): Rect {
  const { axis, most, steps } = cutRange(cut, whole)
  return { ...cut, [axis]: Math.round((step / steps) * most) }
}

/** The share of the picture outside of the visible part, in percent; at least 1. */
export function lostPercent(cut: Rect, whole: Size): number {
  return Math.max(1, Math.round((1 - (cut.width * cut.height) / (whole.width * whole.height)) * PERCENT))
}
