import type { Move } from '#shared/motion/camera/moves.ts'
import type { WeightedMove } from '#shared/motion/camera/takes.ts'
import type { Bend } from '#shared/motion/motion-plan.ts'
import type { BendKind } from '#shared/motion/bends/bend-kinds.ts'
import { mapped } from '#shared/motion/track.ts'

/** How the takes of an effect differ, beside what all takes do. */
export interface EffectTake {
  /** Sideways moves, leaning and whirling go the other way. */
  readonly isMirrored: boolean
  /** Factor on the picture's own movements. */
  readonly bend: number
  /** A quiet move that the effect itself doesn't have. */
  readonly beside: readonly WeightedMove[]
}

const TAKES: readonly [EffectTake, ...EffectTake[]] = [
  { isMirrored: false, bend: 1, beside: [] },
  { isMirrored: true, bend: 1.25, beside: [{ move: 'push-in', weight: 0.3 }] },
  { isMirrored: false, bend: 0.75, beside: [{ move: 'orbit-left', weight: 0.8 }] },
  { isMirrored: true, bend: 1.1, beside: [{ move: 'pull-out', weight: 0.5 }] },
]

export function effectTakeOf(index: number): EffectTake {
  return TAKES[index % TAKES.length] ?? TAKES[0]
}

const OPPOSITE: Partial<Record<Move, Move>> = {
  'pan-left': 'pan-right',
  'pan-right': 'pan-left',
  'truck-left': 'truck-right',
  'truck-right': 'truck-left',
  'orbit-left': 'orbit-right',
  'orbit-right': 'orbit-left',
}
const TURNING: ReadonlySet<BendKind> = new Set(['roll', 'swirl'])
/** Their strength is how much of them is seen, so more than all of it means nothing. */
const WHOLE: ReadonlySet<BendKind> = new Set(['mirror', 'kaleidoscope', 'bulge', 'tiles'])

export function movesOf(moves: readonly WeightedMove[], take: EffectTake): readonly WeightedMove[] {
  const turned = moves.map(({ move, weight }) => ({ move: (take.isMirrored && OPPOSITE[move]) || move, weight }))
  return [...turned, ...take.beside]
}

export function bendsOf(bends: readonly Bend[], take: EffectTake): readonly Bend[] {
  return bends.map(({ kind, strength }) => {
    const factor = (WHOLE.has(kind) ? 1 : take.bend) * (take.isMirrored && TURNING.has(kind) ? -1 : 1)
    return { kind, strength: mapped(strength, (value) => value * factor) }
  })
}
