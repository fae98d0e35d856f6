import { type Database, type SQL, and, eq, isNotNull, isNull, lte, sql } from '#server/database/database.ts'
import { engineHealth, databaseNowMs } from '#server/database/schema.ts'
import { signal } from '#server/queue/signals.ts'
import type { AwayEngine, Engine } from '#server/motion/engine.ts'
import { allEnded } from '#shared/all-ended.ts'
import type { AwayReason } from '#shared/api/generation.ts'

/** The pause before an unreachable engine is checked again, doubled with each failure, in ms. */
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 5 * 60 * 1000
const MOST_DOUBLINGS = 5
/**
 * Each process checks a working engine at this interval, in ms. After `FAILED_CHECKS` failed checks in a row, the engine counts as away.
 */
const CHECK_EVERY_MS = 60_000
const FAILED_CHECKS = 2
/** The time limit of a check, in ms. */
const CHECK_LIMIT_MS = 20_000

/** The engines that accept no orders now, shared by all processes of the database. */
export interface EngineHealth {
  /** The engines that were away at the last `refresh`. */
  readonly away: () => ReadonlyMap<string, AwayEngine>
  readonly refresh: () => Promise<void>
  readonly noteAway: (engineName: string, reason: AwayReason) => Promise<void>
  /** Records that the engine has rendered a video. */
  readonly noteMade: (engineName: string) => Promise<void>
  /** Checks each away engine whose pause is over, and each working engine once per `CHECK_EVERY_MS`. */
  readonly check: (engines: readonly Engine[], stopping: AbortSignal) => Promise<void>
}

/**
 * works -> away after a refused order or two failed checks in a row -> on trial after a successful check, and accepts orders
 * -> works after a finished video, or away with a doubled pause. An engine without a check is on trial as soon as the pause is over.
 */
export function createEngineHealth(db: Database, nowMs: () => number): EngineHealth {
  let awayEngines: ReadonlyMap<string, AwayEngine> = new Map()
  let storedNames: ReadonlySet<string> = new Set()
  let isChecking = false
  const failedChecks = new Map<string, number>()
  const checkedAtMs = new Map<string, number>()
  const { name, failures, awaySinceMs, retryAtMs } = engineHealth
  const isDue = lte(retryAtMs, databaseNowMs)
  const pauseEndMs = (count: number | SQL) =>
    sql`${databaseNowMs} + least(${LONGEST_PAUSE_MS}::int, ${FIRST_PAUSE_MS}::int * power(2, least(${MOST_DOUBLINGS}::int, ${count}::int)))::bigint`

  async function refresh(): Promise<void> {
    const rows = await db.select().from(engineHealth)
    storedNames = new Set(rows.map((row) => row.name))
    awayEngines = new Map(
      rows.flatMap((row) => (row.awaySinceMs === null ? [] : [[row.name, { reason: row.reason, sinceMs: row.awaySinceMs }]])),
    )
  }

  async function noteAway(engineName: string, reason: AwayReason): Promise<void> {
    // Tasks that fail at the same time, in one process or several, count as one failure of the engine.
    await db
      .insert(engineHealth)
      .values({ name: engineName, failures: 0, reason, awaySinceMs: databaseNowMs, retryAtMs: pauseEndMs(0) })
      .onConflictDoUpdate({
        target: name,
        set: {
          reason,
          failures: sql`${failures} + 1`,
          awaySinceMs: sql`coalesce(${awaySinceMs}, ${databaseNowMs})`,
          retryAtMs: pauseEndMs(sql`${failures} + 1`),
        },
        setWhere: sql`${awaySinceMs} is null or ${isDue}`,
      })
    await refresh()
    await signal(db, 'engines', engineName)
  }

  async function noteMade(engineName: string): Promise<void> {
    if (!storedNames.has(engineName)) return
    await db.delete(engineHealth).where(and(eq(name, engineName), isNull(awaySinceMs)))
    await refresh()
  }

  /** Checks an engine that is away. The process that moves the retry time performs the check, and the other processes skip it. */
  async function checkAway(engine: Engine, stopping: AbortSignal): Promise<void> {
    const [claimedRow] = await db
      .update(engineHealth)
      .set({ retryAtMs: sql`${databaseNowMs} + ${2 * CHECK_LIMIT_MS}::int` })
      .where(and(eq(name, engine.name), isNotNull(awaySinceMs), isDue))
      .returning({ failures })
    if (claimedRow === undefined) return
    const reason = await findProblem(engine, stopping)
    const changedColumns =
      reason === null
        ? { awaySinceMs: null }
        : { reason, failures: claimedRow.failures + 1, retryAtMs: pauseEndMs(claimedRow.failures + 1) }
    await db.update(engineHealth).set(changedColumns).where(eq(name, engine.name))
    if (reason !== null) return
    await refresh()
    await signal(db, 'engines', engine.name)
  }

  async function checkWorking(engine: Engine, stopping: AbortSignal): Promise<void> {
    if (nowMs() - (checkedAtMs.get(engine.name) ?? Number.NEGATIVE_INFINITY) < CHECK_EVERY_MS) return
    checkedAtMs.set(engine.name, nowMs())
    const reason = await findProblem(engine, stopping)
    const failureCount = reason === null ? 0 : (failedChecks.get(engine.name) ?? 0) + 1
    failedChecks.set(engine.name, failureCount)
    if (reason !== null && failureCount >= FAILED_CHECKS) await noteAway(engine.name, reason)
  }

  return {
    away: () => awayEngines,
    refresh,
    noteAway,
    noteMade,
    async check(engines, stopping) {
      if (isChecking) return
      isChecking = true
      await allEnded(
        engines.map((engine) => (awayEngines.has(engine.name) ? checkAway(engine, stopping) : checkWorking(engine, stopping))),
      ).finally(() => (isChecking = false))
    },
  }
}

async function findProblem(engine: Engine, stopping: AbortSignal): Promise<AwayReason | null> {
  const checkSignal = AbortSignal.any([stopping, AbortSignal.timeout(CHECK_LIMIT_MS)])
  const reason = (await engine.check?.(checkSignal)) ?? null
  return stopping.aborted ? null : reason
}
