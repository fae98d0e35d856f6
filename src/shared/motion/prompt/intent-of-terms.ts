import { MOVES } from '#shared/motion/camera/moves.ts'
import { DISTORTION_KINDS, type DistortionKind } from '#shared/motion/distortions/distortion-kinds.ts'
import { GRADES, type GradeName } from '#shared/motion/look/grades.ts'
import { OVERLAY_KINDS, type OverlayKind } from '#shared/motion/look/overlay-kinds.ts'
import type { FoundTerm } from './languages/find-terms.ts'
import type { FocusSide } from './languages/language-terms.ts'
import type { RequestedMove } from './prompt-rules.ts'

const ALL_MOVES: ReadonlySet<string> = new Set<RequestedMove>([...MOVES, 'orbit'])
const ALL_OVERLAYS: ReadonlySet<string> = new Set<OverlayKind>(OVERLAY_KINDS)
const ALL_DISTORTIONS: ReadonlySet<string> = new Set<DistortionKind>(DISTORTION_KINDS)

/** True for a term that names a camera move. */
export function isMove(kind: string): kind is RequestedMove {
  return ALL_MOVES.has(kind)
}

function isOverlay(kind: string): kind is OverlayKind {
  return ALL_OVERLAYS.has(kind)
}

function isDistortion(kind: string): kind is DistortionKind {
  return ALL_DISTORTIONS.has(kind)
}

function isGrade(kind: string): kind is GradeName {
  return Object.hasOwn(GRADES, kind)
}

/** What the found terms ask for, in their order; `sideOf` finds the first of two opposite sides, or null. */
export function intentOfTerms(found: readonly FoundTerm[]) {
  const kinds: readonly string[] = found.map(({ kind }) => kind)
  return {
    moves: kinds.filter(isMove),
    distortions: kinds.filter(isDistortion),
    overlays: kinds.filter(isOverlay),
    grade: kinds.find(isGrade) ?? null,
    sideOf: (...sides: readonly [FocusSide, FocusSide]) =>
      sides.find((side) => side === kinds.find((kind) => kind === sides[0] || kind === sides[1])) ?? null,
  }
}
