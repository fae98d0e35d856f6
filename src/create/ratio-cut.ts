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
  const sourceSize = wholeSize(facts)
  const largestCut = cutToRatio({ x: 0, y: 0, ...sourceSize })
  return cut.width === largestCut.width && cut.height === largestCut.height
}

/** Where the visible part starts on the side that is too long: in px, in percent, and in steps of the slider. */
export function cutRange(cut: Rect, sourceSize: Size) {
  const isHorizontal = sourceSize.width > cut.width
  const offset = isHorizontal ? cut.x : cut.y
  const maxOffset = isHorizontal ? sourceSize.width - cut.width : sourceSize.height - cut.height
  const steps = Math.min(PERCENT, maxOffset)
  return {
    axis: isHorizontal ? ('x' as const) : ('y' as const),
    maxOffset,
    percent: Math.round((offset / maxOffset) * PERCENT),
    steps,
    step: Math.round((offset / maxOffset) * steps),
  }
}

/** The visible part at a step of the slider. A step is at least 1 px, so that each has an effect. */
export function cutAt(cut: Rect, sourceSize: Size, step: number): Rect {
  const { axis, maxOffset, steps } = cutRange(cut, sourceSize)
  return { ...cut, [axis]: Math.round((step / steps) * maxOffset) }
}

/** The share of the picture outside of the visible part, in percent; at least 1. */
export function lostPercent(cut: Rect, sourceSize: Size): number {
  return Math.max(1, Math.round((1 - (cut.width * cut.height) / (sourceSize.width * sourceSize.height)) * PERCENT))
}
