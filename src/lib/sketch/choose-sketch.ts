import type { SketchMode } from '#shared/contract/sketch-contract.ts'

/** What decides which sketch runs. */
export interface SketchClaim {
  readonly isInSight: boolean
  /** Grows with each hand that is laid on a sketch: a changed wish, a pointer over it, its first sight. */
  readonly touched: number
  /** It has something to show, and that was not shown yet or goes on. */
  readonly isOpen: boolean
  /** What its frame shows; null without one. */
  readonly drawnKey: string | null
  readonly wish: { readonly key: string; readonly mode: SketchMode } | null
}

/** The one sketch that may run: of those in sight the one touched last. */
export function chooseSketch<Claim extends SketchClaim>(claims: Iterable<Claim>): Claim | null {
  let chosen: Claim | null = null
  for (const claim of claims) {
    if (claim.isInSight && claim.isOpen && (chosen === null || claim.touched > chosen.touched)) chosen = claim
  }
  return chosen
}

/** One in sight without a frame, or with the one of another wish, while the chosen one runs. */
export function chooseBehind<Claim extends SketchClaim>(claims: Iterable<Claim>, chosen: Claim | null): Claim | null {
  for (const claim of claims) {
    const { isInSight, isOpen, drawnKey, wish } = claim
    if (claim !== chosen && isInSight && isOpen && wish?.mode === 'play' && drawnKey !== wish.key) return claim
  }
  return null
}
