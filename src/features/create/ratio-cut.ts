import type { PreparedImage } from '#shared/contract/image-contract.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import { cutToRatio } from '#shared/domain/media-limits.ts'
import { turnedSize } from '#shared/domain/turn.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

type CutFacts = Pick<PreparedImage, 'sourceWidth' | 'sourceHeight' | 'turn' | 'cut'>

/** The turned source in px. */
export function wholeSize({ sourceWidth, sourceHeight, turn }: CutFacts): Size {
  return turnedSize({ width: sourceWidth, height: sourceHeight }, turn)
}

/** Whether just that was cut which the ratio limits cost, wherever the kept piece lies. */
export function isRatioCut(facts: CutFacts): boolean {
  const { cut } = facts
  if (cut === null) return false
  const whole = wholeSize(facts)
  const most = cutToRatio({ x: 0, y: 0, ...whole })
  return cut.width === most.width && cut.height === most.height
}

/** How many px the kept piece can lie from the start, along the one side that is too long. */
export function cutRange(cut: Rect, whole: Size) {
  const isAcross = whole.width > cut.width
  return isAcross
    ? { axis: 'x' as const, from: cut.x, most: whole.width - cut.width }
    : { axis: 'y' as const, from: cut.y, most: whole.height - cut.height }
}
