import fc from 'fast-check'
import { expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { createHubWorld, makePurchase } from './hub-world.ts'

/** Every run tests the same 40 schedules. With SCHEDULES=n it draws n new ones, and a failure prints their seed. */
const GIVEN_RUNS = process.env['SCHEDULES']
const RUNS = Number(GIVEN_RUNS ?? 40)
const SEED = GIVEN_RUNS === undefined ? { seed: 1 } : {}
const TABS = 3
const HEALING_MS = 60_000

type World = ReturnType<typeof createHubWorld>
type Hub = ReturnType<World['startHub']>

const tab = fc.nat(TABS - 1)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('press' as const), tab, skuId: fc.constantFrom('weekly', 'pack') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('dieAfter' as const), tab, stepsToLive: fc.integer({ min: 1, max: 14 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('reload', 'freeze', 'thaw'), tab }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('down', 'up', 'loseAnswers', 'giveAnswers') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delay' as const), ms: fc.constantFrom(0, 50, 4000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 10, 1500, 20_000) }) },
)

/** The last part of a schedule: all tabs order once more at the same instant, and one of them dies soon after. */
const oneMore = fc.record({ killed: tab, afterMs: fc.constantFrom(0, 10, 60), losesAnswers: fc.boolean() })

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never
type Step = Drawn<typeof step>
type OneMore = Drawn<typeof oneMore>

/** Tabs order, reload, freeze and die, and the network loses messages at random. No order is paid, so each SKU needs only one order. */
it('makes one order per wanted purchase, whatever the schedule', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), oneMore, async (steps, more) => {
      const world = createHubWorld()
      const run = await createRun(world)
      for (const one of steps) await run.runStep(one)
      const order = await run.heal()
      const ordered = world.server.orders.map(({ skuId }) => skuId)
      expect(ordered).toEqual([...new Set(ordered)])
      expect(order).toMatchObject({ ok: true, value: { skuId: 'weekly', state: 'waiting' } })
      await run.sayAgain(more)
      expect(world.server.orders.filter(({ skuId }) => skuId === 'weekly')).toHaveLength(2)
      for (const answer of run.answers) expect(world.server.orders.map(({ payOrderId }) => payOrderId)).toContain(answer)
      expect(world.bugs).toEqual([])
      await world.stopAll()
    }),
    { numRuns: RUNS, ...SEED },
  )
})

async function createRun(world: World) {
  const first = world.startHub()
  await first.api.changeIdentity({ ...identityRecord.fallback(), businessUserId: 'ada' }, 'merge')
  const tabs: Hub[] = [first, ...Array.from({ length: TABS - 1 }, () => world.startHub())]
  /** The order ids that the tabs received for their presses on the buy button. */
  const answers: string[] = []
  let presses = 0

  const at = (index: number): Hub => tabs[index] ?? first

  /** Presses the buy button in a tab. A dead tab gets no answer. */
  function press(hub: Hub, skuId: string, isAgain = false): void {
    const answer = hub.api.createOrder(makePurchase({ skuId, isAgain }), `press-${(presses += 1)}`)
    void answer.then((order) => order.ok && answers.push(order.value.payOrderId)).catch(() => undefined)
  }

  function replace(index: number, stepsToLive?: number): void {
    world.killHub(at(index))
    tabs[index] = world.startHub(stepsToLive === undefined ? {} : { stepsToLive })
  }

  return {
    answers,
    async runStep(one: Step): Promise<void> {
      await world.clock.settle()
      if (one.do === 'press') press(at(one.tab), one.skuId)
      else if (one.do === 'dieAfter') replace(one.tab, one.stepsToLive)
      else if (one.do === 'reload') replace(one.tab)
      else if (one.do === 'freeze') world.freeze(at(one.tab))
      else if (one.do === 'thaw') world.thaw(at(one.tab))
      else if (one.do === 'wait') await world.clock.advance(one.ms)
      else if (one.do === 'delay') world.server.delayMs = one.ms
      else if (one.do === 'down' || one.do === 'up') world.server.isDown = one.do === 'down'
      else world.server.losesAnswers = one.do === 'loseAnswers'
    },
    /** Restores the network, replaces all tabs, and presses the buy button in the first tab. */
    async heal() {
      for (const hub of tabs) world.thaw(hub)
      Object.assign(world.server, { isDown: false, losesAnswers: false, delayMs: 0 })
      for (let index = 0; index < TABS; index += 1) replace(index)
      await world.clock.advance(HEALING_MS)
      const last = at(0).api.createOrder(makePurchase(), 'last')
      await world.clock.advance(HEALING_MS)
      return last
    },
    async sayAgain({ killed, afterMs, losesAnswers }: OneMore): Promise<void> {
      Object.assign(world.server, { losesAnswers, delayMs: 50 })
      for (const hub of tabs) press(hub, 'weekly', true)
      await world.clock.advance(afterMs)
      replace(killed)
      await world.clock.advance(100)
      world.server.losesAnswers = false
      for (const hub of tabs) press(hub, 'weekly', true)
      await world.clock.advance(2000)
    },
  }
}
