import type { Database } from '#server/platform/database/database.ts'
import type { Engine } from '#server/motion/engines/engine.ts'
import { type EngineSet, type EngineSlots, modelsWithout } from '#server/motion/engines/engine-set.ts'
import { type ClaimedTask, claimTask } from './task-lease.ts'

export interface Claim {
  readonly claimed: ClaimedTask
  readonly engine: Engine
  /** The engine's slot in this process is free again. */
  readonly release: () => void
}

/**
 * Claims tasks for engines that are not away and have a free slot in this process, one claim after the other, so that two never take the last slot. The tasks
 * of others stay waiting. With one engine each caller is a slot, and every task is its own.
 */
export function createClaimTurns(
  db: Database,
  worker: string,
  engines: EngineSet,
  isAway: (engine: Engine) => boolean,
): () => Promise<Claim | undefined> {
  const { slots, engineOf } = engines
  const running = new Map<Engine, number>()
  let last: Promise<unknown> = Promise.resolve()
  const count = (engine: Engine, change: number) => running.set(engine, (running.get(engine) ?? 0) + change)

  async function claim(): Promise<Claim | undefined> {
    const isFull = ({ engine, concurrency }: EngineSlots) => slots.length > 1 && (running.get(engine) ?? 0) >= concurrency
    const excluded = new Set(slots.filter((slot) => isFull(slot) || isAway(slot.engine)).map(({ engine }) => engine))
    if (excluded.size === slots.length) return undefined
    const claimed = await claimTask(db, worker, modelsWithout(engines, excluded))
    if (claimed === undefined) return undefined
    const engine = engineOf(claimed.modelName)
    count(engine, 1)
    return { claimed, engine, release: () => count(engine, -1) }
  }

  return () => {
    const turn = last.then(claim, claim)
    last = turn
    return turn
  }
}
