import type { Database } from '#server/platform/database/database.ts'
import type { Engine } from '#server/motion/engines/engine.ts'
import { type EngineSet, modelsOf } from '#server/motion/engines/engine-set.ts'
import { type ClaimedTask, type ClaimableModels, claimTask } from './task-lease.ts'

export interface Claim {
  readonly claimed: ClaimedTask
  readonly engine: Engine
  /** The engine's slot in this process is free again. */
  readonly release: () => void
}

/**
 * Claims tasks for engines with a free slot in this process, one claim after the other, so that two never take the last slot. A full engine's
 * tasks stay waiting while those of others are taken. With one engine each caller is a slot, and every task is its own.
 */
export function createClaimTurns(db: Database, worker: string, { slots, engineOf }: EngineSet): () => Promise<Claim | undefined> {
  const running = new Map<Engine, number>()
  let last: Promise<unknown> = Promise.resolve()
  const count = (engine: Engine, change: number) => running.set(engine, (running.get(engine) ?? 0) + change)

  async function claim(): Promise<Claim | undefined> {
    const full = new Set(slots.filter(({ engine, concurrency }) => (running.get(engine) ?? 0) >= concurrency).map(({ engine }) => engine))
    if (full.size === slots.length && slots.length > 1) return undefined
    const claimed = await claimTask(db, worker, slots.length > 1 ? claimableModels(full) : undefined)
    if (claimed === undefined) return undefined
    const engine = engineOf(claimed.batch.modelName)
    count(engine, 1)
    return { claimed, engine, release: () => count(engine, -1) }
  }

  /** A model that no engine has belongs to the first one. */
  function claimableModels(full: ReadonlySet<Engine>): ClaimableModels | undefined {
    if (full.size === 0) return undefined
    const isFirstFull = slots[0] !== undefined && full.has(slots[0].engine)
    const listed = slots.filter(({ engine }) => full.has(engine) !== isFirstFull).map(({ engine }) => engine)
    return { names: listed.flatMap(modelsOf), are: isFirstFull ? 'only' : 'except' }
  }

  return () => {
    const turn = last.then(claim, claim)
    last = turn
    return turn
  }
}
