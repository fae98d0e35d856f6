import fc from 'fast-check'
import { expect, it } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { createHubWorld, makePurchase } from './hub-world.ts'

/** Every run tests the same 40 schedules. With SCHEDULES=n it draws n new ones, and a failure prints their seed. */
const REQUESTED_RUNS = process.env['SCHEDULES']
const RUN_COUNT = Number(REQUESTED_RUNS ?? 40)
const SEED_OPTION = REQUESTED_RUNS === undefined ? { seed: 1 } : {}
const TAB_COUNT = 3
const HEALING_MS = 60_000

type World = ReturnType<typeof createHubWorld>
type Hub = ReturnType<World['startHub']>

const tabArbitrary = fc.nat(TAB_COUNT - 1)
const stepArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('press' as const), tab: tabArbitrary, skuId: fc.constantFrom('weekly', 'pack') }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('dieAfter' as const), tab: tabArbitrary, stepsToLive: fc.integer({ min: 1, max: 14 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('reload', 'freeze', 'thaw'), tab: tabArbitrary }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('down', 'up', 'loseAnswers', 'giveAnswers') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delay' as const), ms: fc.constantFrom(0, 50, 4000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 10, 1500, 20_000) }) },
)

/** The last part of a schedule: all tabs order once more at the same instant, one tab dies `afterMs` later, and all tabs order again. */
const lastRoundArbitrary = fc.record({ killedTab: tabArbitrary, afterMs: fc.constantFrom(0, 10, 60), losesAnswers: fc.boolean() })

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never
type Step = Drawn<typeof stepArbitrary>
type LastRound = Drawn<typeof lastRoundArbitrary>

/**
 * Tabs order, reload, freeze and die, and the network loses messages at random. No order is paid, so each SKU has one order before the
 * last round.
 */
it('makes one order per wanted purchase, whatever the schedule', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 30 }), lastRoundArbitrary, async (steps, lastRound) => {
      const world = createHubWorld()
      const run = await createRun(world)
      for (const step of steps) await run.runStep(step)
      const order = await run.heal()
      const orderedSkuIds = world.server.orders.map(({ skuId }) => skuId)
      expect(orderedSkuIds).toEqual([...new Set(orderedSkuIds)])
      expect(order).toMatchObject({ ok: true, value: { skuId: 'weekly', state: 'waiting' } })
      await run.runLastRound(lastRound)
      expect(world.server.orders.filter(({ skuId }) => skuId === 'weekly')).toHaveLength(2)
      for (const orderId of run.answeredOrderIds) expect(world.server.orders.map(({ payOrderId }) => payOrderId)).toContain(orderId)
      expect(world.bugs).toEqual([])
      await world.stopAll()
    }),
    { numRuns: RUN_COUNT, ...SEED_OPTION },
  )
})

async function createRun(world: World) {
  const firstHub = world.startHub()
  await firstHub.api.changeIdentity({ ...identityRecord.fallback(), businessUserId: 'ada' }, 'merge')
  const tabs: Hub[] = [firstHub, ...Array.from({ length: TAB_COUNT - 1 }, () => world.startHub())]
  /** The order ids that the tabs received for their presses on the buy button. */
  const answeredOrderIds: string[] = []
  let pressCount = 0

  const hubAt = (index: number): Hub => tabs[index] ?? firstHub

  /** Presses the buy button in a tab. A dead tab gets no answer. */
  function press(hub: Hub, skuId: string, isAgain = false): void {
    const answer = hub.api.createOrder(makePurchase({ skuId, isAgain }), `press-${(pressCount += 1)}`)
    void answer.then((order) => order.ok && answeredOrderIds.push(order.value.payOrderId)).catch(() => undefined)
  }

  function replaceHub(index: number, stepsToLive?: number): void {
    world.killHub(hubAt(index))
    tabs[index] = world.startHub(stepsToLive === undefined ? {} : { stepsToLive })
  }

  return {
    answeredOrderIds,
    async runStep(step: Step): Promise<void> {
      await world.clock.settle()
      if (step.do === 'press') press(hubAt(step.tab), step.skuId)
      else if (step.do === 'dieAfter') replaceHub(step.tab, step.stepsToLive)
      else if (step.do === 'reload') replaceHub(step.tab)
      else if (step.do === 'freeze') world.freeze(hubAt(step.tab))
      else if (step.do === 'thaw') world.thaw(hubAt(step.tab))
      else if (step.do === 'wait') await world.clock.advance(step.ms)
      else if (step.do === 'delay') world.server.answerDelayMs = step.ms
      else if (step.do === 'down' || step.do === 'up') world.server.isDown = step.do === 'down'
      else world.server.losesAnswers = step.do === 'loseAnswers'
    },
    /** Restores the network, replaces all tabs, and presses the buy button in the first tab. */
    async heal() {
      for (const hub of tabs) world.thaw(hub)
      Object.assign(world.server, { isDown: false, losesAnswers: false, answerDelayMs: 0 })
      for (let index = 0; index < TAB_COUNT; index += 1) replaceHub(index)
      await world.clock.advance(HEALING_MS)
      const lastAnswer = hubAt(0).api.createOrder(makePurchase(), 'last')
      await world.clock.advance(HEALING_MS)
      return lastAnswer
    },
    async runLastRound({ killedTab, afterMs, losesAnswers }: LastRound): Promise<void> {
      Object.assign(world.server, { losesAnswers, answerDelayMs: 50 })
      for (const hub of tabs) press(hub, 'weekly', true)
      await world.clock.advance(afterMs)
      replaceHub(killedTab)
      await world.clock.advance(100)
      world.server.losesAnswers = false
      for (const hub of tabs) press(hub, 'weekly', true)
      await world.clock.advance(2000)
    },
  }
}
