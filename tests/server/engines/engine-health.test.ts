import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEngineHealth } from '#server/creations/jobs/engine-health.ts'
import type { OpenedDatabase } from '#server/database/database.ts'
import { engineHealth } from '#server/database/schema.ts'
import type { AwayReason } from '#shared/api/generation.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { createInstantEngine } from '../../fixtures/server/test-engines.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'

const MINUTE_MS = 60_000
const NEVER_ABORTED = neverAborted()
let database: OpenedDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.delete(engineHealth))

let nowMs = Date.now()
const openHealth = () => createEngineHealth(database.db, () => nowMs)
const readRow = async () => (await database.db.select().from(engineHealth).where(eq(engineHealth.name, 'far')))[0]
const makeDue = () => database.db.update(engineHealth).set({ retryAtMs: 1 })
const readPauseS = async () => {
  const { retryAtMs = 0 } = (await readRow()) ?? {}
  return Math.round((retryAtMs - Date.now()) / 5000) * 5
}

function farEngine() {
  const state = { reason: null as AwayReason | null, checks: 0 }
  const check = async () => {
    state.checks += 1
    return state.reason
  }
  return { state, engine: { ...createInstantEngine(), name: 'far', check } }
}

describe('the health of an engine', () => {
  it('is unavailable for all processes after the first rejected order; several parallel failures count once', async () => {
    const [healthA, healthB] = [openHealth(), openHealth()]
    await Promise.all([
      healthA.noteAway('far', 'unreachable'),
      healthA.noteAway('far', 'unreachable'),
      healthB.noteAway('far', 'not_ready'),
    ])
    await healthB.refresh()
    for (const health of [healthA, healthB]) expect([...health.away().keys()]).toEqual(['far'])
    expect(await readRow()).toMatchObject({ failures: 0 })
    expect(await readPauseS()).toBe(15)
  })

  it('is checked after a pause that doubles up to five minutes, by one process', async () => {
    const [healthA, healthB] = [openHealth(), openHealth()]
    const { engine, state } = farEngine()
    state.reason = 'not_ready'
    await healthA.noteAway('far', 'unreachable')
    await healthB.refresh()
    const pauses: number[] = []
    for (let failures = 0; failures < 6; failures += 1) {
      await makeDue()
      await Promise.all([healthA.check([engine], NEVER_ABORTED), healthB.check([engine], NEVER_ABORTED)])
      pauses.push(await readPauseS())
    }
    expect(pauses).toEqual([30, 60, 120, 240, 300, 300])
    expect(state.checks).toBe(6)
    await healthA.refresh()
    expect(healthA.away().get('far')).toMatchObject({ reason: 'not_ready' })
  })

  it('is not checked before its pause is over, and is on trial when a check succeeds', async () => {
    const health = openHealth()
    const { engine, state } = farEngine()
    await health.noteAway('far', 'unreachable')
    await health.check([engine], NEVER_ABORTED)
    expect(state.checks).toBe(0)
    await makeDue()
    await health.check([engine], NEVER_ABORTED)
    expect(health.away().size).toBe(0)

    // The trial order fails, so the pause doubles.
    await health.noteAway('far', 'unreachable')
    expect(await readPauseS()).toBe(30)
    await health.noteMade('far')
    expect(health.away().size).toBe(1)

    await makeDue()
    await health.check([engine], NEVER_ABORTED)
    await health.noteMade('far')
    expect(await readRow()).toBeUndefined()
  })

  it('is away after two failed checks in a row, a minute apart, though nothing was ordered', async () => {
    const health = openHealth()
    const { engine, state } = farEngine()
    const check = async (reason: AwayReason | null) => {
      state.reason = reason
      await health.check([engine], NEVER_ABORTED)
      return health.away().size
    }
    expect(await check('unreachable')).toBe(0)
    expect(await check('unreachable')).toBe(0)
    nowMs += MINUTE_MS
    expect(await check(null)).toBe(0)
    nowMs += MINUTE_MS
    expect(await check('unreachable')).toBe(0)
    nowMs += MINUTE_MS
    expect(await check('unreachable')).toBe(1)
    expect(state.checks).toBe(4)
  })

  it('needs no check where the engine has none', async () => {
    const health = openHealth()
    const engine = { ...createInstantEngine(), name: 'far' }
    await health.noteAway('far', 'unreachable')
    await makeDue()
    await health.check([engine], NEVER_ABORTED)
    expect(health.away().size).toBe(0)
  })

  it('is checked once at a time, even after the check of another engine has thrown', async () => {
    const health = openHealth()
    const { engine, state } = farEngine()
    let endCheck = () => undefined as void
    const pausedEngine = {
      ...engine,
      check: () => engine.check().then((reason) => new Promise<typeof reason>((r) => (endCheck = () => r(reason)))),
    }
    const brokenEngine = { ...engine, name: 'broken', check: () => Promise.reject(new Error('broken')) }
    await health.noteAway('far', 'unreachable')
    await makeDue()
    let isCheckOver = false
    const firstCheck = health.check([brokenEngine, pausedEngine], NEVER_ABORTED).finally(() => (isCheckOver = true))
    firstCheck.catch(() => undefined)
    await expect.poll(() => state.checks).toBe(1)
    await makeDue()
    await health.check([pausedEngine], NEVER_ABORTED)
    expect([state.checks, isCheckOver]).toEqual([1, false])
    endCheck()
    await expect(firstCheck).rejects.toThrow('broken')
  })
})
