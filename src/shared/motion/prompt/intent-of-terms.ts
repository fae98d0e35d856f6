import { MOVES } from '#shared/motion/camera/moves.ts'
import { DISTORTION_KINDS } from '#shared/motion/distortions/distortion-kinds.ts'
import { GRADES, type GradeName } from '#shared/motion/look/grades.ts'
import { OVERLAY_KINDS } from '#shared/motion/look/overlay-kinds.ts'
import type { FoundTerm } from './languages/find-terms.ts'
import type { FocusSide } from './languages/language-terms.ts'
import type { RequestedMove } from './prompt-rules.ts'

const MOVE_BY_NAME = byName<RequestedMove>([...MOVES, 'orbit'])
const OVERLAY_BY_NAME = byName(OVERLAY_KINDS)
const DISTORTION_BY_NAME = byName(DISTORTION_KINDS)
const GRADE_BY_NAME = byName(Object.keys(GRADES) as GradeName[])
const SIDE_BY_NAME = byName<FocusSide>(['focus-left', 'focus-right', 'focus-top', 'focus-bottom'])

function byName<T extends string>(names: readonly T[]): ReadonlyMap<string, T> {
  return new Map(names.map((name) => [name, name]))
}

/** True for a term that names a camera move. */
export function namesMove({ kind }: FoundTerm): boolean {
  return MOVE_BY_NAME.has(kind)
}

/** What the found terms ask for, in their order. */
export function intentOfTerms(found: readonly FoundTerm[]) {
  const named = <T>(names: ReadonlyMap<string, T>) => found.flatMap(({ kind }) => names.get(kind) ?? [])
  return {
    moves: named(MOVE_BY_NAME),
    distortions: named(DISTORTION_BY_NAME),
    overlays: named(OVERLAY_BY_NAME),
    grade: named(GRADE_BY_NAME)[0] ?? null,
    sides: named(SIDE_BY_NAME),
  }
}
