import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BizType, BIZ_TYPES } from '#shared/domain/task.ts'
import { createHubWorld, makeIntent, resume } from './hub-world.ts'
import { makeIntentOf } from './kind-intents.ts'

/** Every run tests the same 30 schedules. With SCHEDULES=n it draws n new ones, and a failure prints their seed. */
const REQUESTED_RUNS = process.env['SCHEDULES']
const RUN_COUNT = Number(REQUESTED_RUNS ?? 30)
const SEED_OPTION = REQUESTED_RUNS === undefined ? { seed: 1 } : {}
const HEALING_MS = 10 * 60 * 1000

type World = ReturnType<typeof createHubWorld>
type Hub = ReturnType<World['startHub']>

const stepArbitrary = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      tab: fc.nat(3),
      picture: fc.nat(2),
      bizType: fc.constantFrom(...BIZ_TYPES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('discard' as const), tab: fc.nat(3), idIndex: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), tab: fc.nat(3), idIndex: fc.nat(20) }) },
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
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = createHubWorld()
      world.server.points = 1_000_000
      const run = createRun(world)
      for (const step of steps) await run.runStep(step)
      await run.heal()
      const acknowledgedIds = [...run.acknowledgedIds]
      const keys = [...world.server.batches.values()].map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      expect(acknowledgedIds.filter((id) => !keys.includes(id))).toEqual([])
      expect(keys.filter((id) => run.discardedIds.has(id))).toEqual([])
      expect(world.server.points).toBe(1_000_000 - 50 * keys.length)
      expect(world.bugs).toEqual([])
      await world.stopAll()
    }),
    { numRuns: RUN_COUNT, ...SEED_OPTION },
  )
})

function createRun(world: World) {
  const tabs: (Hub | undefined)[] = [world.startHub()]
  const acknowledgedIds = new Set<string>()
  const discardedIds = new Set<string>()
  const intentIds: string[] = []
  let build = 1

  /** Sends a command from a tab. It does not wait for the answer, because a frozen tab gets none. A closed tab sends nothing. */
  async function sendFromTab<T>(tab: number, send: (hub: Hub) => Promise<T>, onAnswer: (value: T) => void): Promise<void> {
    const hub = tabs[tab]
    if (hub === undefined) return
    void send(hub).then(onAnswer, () => undefined)
    await world.clock.settle()
  }

  async function runStep(step: {
    do: string
    tab?: number
    picture?: number
    bizType?: BizType
    idIndex?: number
    ms?: number
  }): Promise<void> {
    const tab = step.tab ?? 0
    const hub = tabs[tab]
    const { server } = world
    switch (step.do) {
      case 'commit': {
        const intent = makeIntentOf(step.bizType ?? 'CUSTOM', {
          picture: { ...makeIntent().picture, sha256: String(step.picture).repeat(64) },
        })
        intentIds.push(intent.id)
        return sendFromTab(
          tab,
          (tabHub) => tabHub.api.commit(intent),
          ({ ok }) => void (ok && server.disk === null && acknowledgedIds.add(intent.id)),
        )
      }
      case 'discard': {
        const id = intentIds[(step.idIndex ?? 0) % Math.max(1, intentIds.length)]
        if (id === undefined || !acknowledgedIds.has(id)) return
        return sendFromTab(
          tab,
          (tabHub) => tabHub.api.discard(id),
          ({ ok }) => void (ok && acknowledgedIds.delete(id) && discardedIds.add(id)),
        )
      }
      case 'move': {
        const id = intentIds[(step.idIndex ?? 0) % Math.max(1, intentIds.length)]
        return id === undefined
          ? undefined
          : sendFromTab(
              tab,
              (tabHub) => tabHub.api.move(id, intentIds[0] ?? null),
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
        server.isDown = step.do === 'down'
        break
      case 'loseAnswers':
      case 'giveAnswers':
        server.losesAnswers = step.do === 'loseAnswers'
        break
      case 'losePuts':
      case 'takePuts':
        server.losesPuts = step.do === 'losePuts'
        break
      case 'diskFull':
      case 'diskFree':
        server.disk = step.do === 'diskFull' ? 'storage_full' : null
        break
      case 'delay':
        server.answerDelayMs = step.ms ?? 0
        break
      case 'wait':
        await world.clock.advance(step.ms ?? 0)
        break
    }
    await world.clock.settle()
  }

  return {
    acknowledgedIds,
    discardedIds,
    runStep,
    async heal() {
      Object.assign(world.server, { isDown: false, losesAnswers: false, losesPuts: false, answerDelayMs: 0, disk: null })
      for (const hub of tabs) if (hub !== undefined) world.thaw(hub)
      const lastHub = world.startHub({ build: build + 1 })
      const resumeAnswer = resume(lastHub)
      await world.clock.advance(HEALING_MS)
      expect((await resumeAnswer).work).toBeDefined()
      expect((await resume(lastHub)).work.state.outbox).toEqual([])
    },
  }
}
