import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BizType, BIZ_TYPES } from '#shared/domain/task.ts'
import { createHubWorld, makeIntent, resume } from './hub-world.ts'
import { makeIntentOf } from './kind-intents.ts'

/** Every run tests the same 30 schedules. With SCHEDULES=n it draws n new ones, and a failure prints their seed. */
const GIVEN_RUNS = process.env['SCHEDULES']
const RUNS = Number(GIVEN_RUNS ?? 30)
const SEED = GIVEN_RUNS === undefined ? { seed: 1 } : {}
const HEALING_MS = 10 * 60 * 1000

type World = ReturnType<typeof createHubWorld>
type Hub = ReturnType<World['startHub']>

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      tab: fc.nat(3),
      picture: fc.nat(2),
      bizType: fc.constantFrom(...BIZ_TYPES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('discard' as const), tab: fc.nat(3), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), tab: fc.nat(3), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('kill', 'freeze', 'thaw', 'open', 'openNewer'), tab: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('down', 'up', 'loseAnswers', 'giveAnswers', 'losePuts', 'takePuts') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('diskFull', 'diskFree') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delay' as const), ms: fc.constantFrom(0, 50, 900, 4000) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 300, 1500, 3000, 20_000) }) },
)

/**
 * Tabs open, close, freeze and die, and the network loses messages at random. The server must execute each acknowledged commit exactly
 * once.
 */
it('commits each accepted intent exactly once, whatever the schedule', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = createHubWorld()
      world.server.points = 1_000_000
      const run = createRun(world)
      for (const one of steps) await run.runStep(one)
      await run.heal()
      const acknowledged = [...run.acknowledged]
      const keys = [...world.server.batches.values()].map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      expect(acknowledged.filter((id) => !keys.includes(id))).toEqual([])
      expect(keys.filter((id) => run.discarded.has(id))).toEqual([])
      expect(world.server.points).toBe(1_000_000 - 50 * keys.length)
      expect(world.bugs).toEqual([])
      await world.stopAll()
    }),
    { numRuns: RUNS, ...SEED },
  )
})

function createRun(world: World) {
  const tabs: (Hub | undefined)[] = [world.startHub()]
  const acknowledged = new Set<string>()
  const discarded = new Set<string>()
  const ids: string[] = []
  let build = 1

  /** Sends a command from a tab. It does not wait for the answer, because a frozen tab gets none. A closed tab sends nothing. */
  async function ask<T>(tab: number, send: (hub: Hub) => Promise<T>, then: (value: T) => void): Promise<void> {
    const hub = tabs[tab]
    if (hub === undefined) return
    void send(hub).then(then, () => undefined)
    await world.clock.settle()
  }

  async function runStep(one: {
    do: string
    tab?: number
    picture?: number
    bizType?: BizType
    which?: number
    ms?: number
  }): Promise<void> {
    const tab = one.tab ?? 0
    const hub = tabs[tab]
    const { server } = world
    switch (one.do) {
      case 'commit': {
        const intent = makeIntentOf(one.bizType ?? 'CUSTOM', {
          picture: { ...makeIntent().picture, sha256: String(one.picture).repeat(64) },
        })
        ids.push(intent.id)
        return ask(
          tab,
          (to) => to.api.commit(intent),
          ({ ok }) => void (ok && server.disk === null && acknowledged.add(intent.id)),
        )
      }
      case 'discard': {
        const id = ids[(one.which ?? 0) % Math.max(1, ids.length)]
        if (id === undefined || !acknowledged.has(id)) return
        return ask(
          tab,
          (to) => to.api.discard(id),
          ({ ok }) => void (ok && acknowledged.delete(id) && discarded.add(id)),
        )
      }
      case 'move': {
        const id = ids[(one.which ?? 0) % Math.max(1, ids.length)]
        return id === undefined
          ? undefined
          : ask(
              tab,
              (to) => to.api.move(id, ids[0] ?? null),
              () => undefined,
            )
      }
      case 'kill':
        if (hub !== undefined) world.killHub(hub)
        tabs[tab] = undefined
        break
      case 'freeze':
        if (hub !== undefined) world.freeze(hub)
        break
      case 'thaw':
        if (hub !== undefined) world.thaw(hub)
        break
      case 'open':
        tabs[tab] ??= world.startHub({ build })
        break
      case 'openNewer':
        build += 1
        tabs[tab] ??= world.startHub({ build })
        break
      case 'down':
      case 'up':
        server.isDown = one.do === 'down'
        break
      case 'loseAnswers':
      case 'giveAnswers':
        server.losesAnswers = one.do === 'loseAnswers'
        break
      case 'losePuts':
      case 'takePuts':
        server.losesPuts = one.do === 'losePuts'
        break
      case 'diskFull':
      case 'diskFree':
        server.disk = one.do === 'diskFull' ? 'storage_full' : null
        break
      case 'delay':
        server.delayMs = one.ms ?? 0
        break
      case 'wait':
        await world.clock.advance(one.ms ?? 0)
        break
    }
    await world.clock.settle()
  }

  return {
    acknowledged,
    discarded,
    runStep,
    async heal() {
      Object.assign(world.server, { isDown: false, losesAnswers: false, losesPuts: false, delayMs: 0, disk: null })
      for (const hub of tabs) if (hub !== undefined) world.thaw(hub)
      const last = world.startHub({ build: build + 1 })
      const resumed = resume(last)
      await world.clock.advance(HEALING_MS)
      expect((await resumed).work).toBeDefined()
      expect((await resume(last)).work.state.outbox).toEqual([])
    },
  }
}
