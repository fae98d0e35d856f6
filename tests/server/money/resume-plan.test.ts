import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { payOrder } from '#server/database/payment-schema.ts'
import { deleteMe } from '#shared/api/account-settings.ts'
import { PLAN_ACTIONS, getSubscription, resumePlan } from '#shared/api/subscription.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { fail } from '#shared/result.ts'
import { createVisitor } from '../client.ts'
import { DAY_MS } from './money-harness.ts'
import { type Buyer, type SandboxShop, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

const RESUMED_SUBJECT = 'Your Kinora plan was resumed and will renew'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop()
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(shop.world.problems).toEqual([])
})
afterAll(() => shop.close())

const resume = ({ client, orderId }: Buyer, options = key()) => client.get(resumePlan, { orderId }, options)
const resumeRefusal = ({ client, orderId }: Buyer, options = key()) => client.refusal(resumePlan, { orderId }, options)
const planInfo = ({ client }: Buyer) => client.get(getSubscription, {})

async function cancelledBuyer(skuId?: string): Promise<Buyer> {
  const ann = await shop.member(skuId)
  await shop.cancelPlan(ann)
  return ann
}

describe('a cancellation that is undone', () => {
  it.each(['premium_weekly', FREE_TRIAL_SKU])(
    'before the end lets %s renew, here and at the payment service, and sends a mail',
    async (skuId) => {
      const ann = await cancelledBuyer(skuId)
      expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', renewsAt: null, can: { resume: true } })
      const { periodEndMs } = await shop.plan(ann)
      expect(await resume(ann)).toEqual({ renewsAt: periodEndMs })
      expect(await shop.sandboxPlan(ann)).toMatchObject({ cancelledAtMs: null })
      expect(await planInfo(ann)).toMatchObject({ renewsAt: periodEndMs, can: { resume: false }, isResuming: false })
      const chargedBefore = await shop.chargedCycles(ann)
      await shop.passTo(periodEndMs + 2 * MINUTE_MS)
      expect(await shop.chargedCycles(ann)).toHaveLength(chargedBefore.length + 1)
      expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE' })
      expect((await shop.mailSubjects(ann)).filter((subject) => subject === RESUMED_SUBJECT)).toHaveLength(1)
    },
  )

  it('is one for one key, and finds a renewing plan with another', async () => {
    const ann = await cancelledBuyer()
    const sameKey = key()
    const [firstAnswer, secondAnswer] = await Promise.all([resume(ann, sameKey), resume(ann, sameKey)])
    expect(secondAnswer).toEqual(firstAnswer)
    expect(await resume(ann, sameKey)).toEqual(firstAnswer)
    expect(await resumeRefusal(ann)).toEqual({ code: 'H4021' })
    await shop.pass(MINUTE_MS)
    expect((await shop.mailSubjects(ann)).filter((subject) => subject === RESUMED_SUBJECT)).toHaveLength(1)
  })

  it('can be followed by another cancellation, which an old key does not undo, and by another undo', async () => {
    const ann = await cancelledBuyer()
    const firstKey = key()
    await resume(ann, firstKey)
    await shop.cancelPlan(ann)
    expect(await resumeRefusal(ann, firstKey)).toEqual({ code: 'H4021' })
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).not.toBeNull()
    expect(await resume(ann)).toEqual({ renewsAt: (await shop.plan(ann)).periodEndMs })
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).toBeNull()
  })

  it('of which the payment service never got the cancellation was never cancelled there', async () => {
    const ann = await shop.member()
    shop.failCalls('cancelSubscription', 'readOrder')
    await shop.cancelPlan(ann)
    vi.restoreAllMocks()
    expect(await resume(ann)).toEqual({ renewsAt: (await shop.plan(ann)).periodEndMs })
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ cancelledAtMs: null, state: 'active' })
  })
})

describe('while the payment service does not confirm it', () => {
  it('counts as cancelled, is polled again, and renews once it is confirmed', async () => {
    const ann = await cancelledBuyer()
    shop.failCalls('resumeSubscription', 'readOrder')
    expect(await resume(ann)).toEqual({ renewsAt: null })
    await shop.pass(MINUTE_MS)
    expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', renewsAt: null, isResuming: true, can: { resume: false } })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE', isResuming: false })
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).toBeNull()
  })

  it.each(['resumeSubscription', 'readOrder'] as const)('a process that dies at %s leaves it to the rounds', async (call) => {
    const ann = await cancelledBuyer()
    const killSpy = vi.spyOn(shop.provider, call).mockRejectedValue(new Error('killed'))
    expect(await resumeRefusal(ann)).toMatchObject({ code: 'H5000' })
    killSpy.mockRestore()
    expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', isResuming: true })
    await shop.pass(2 * MINUTE_MS)
    expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE' })
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).toBeNull()
  })

  it('a later cancellation wins, also when the undo reaches the payment service after it', async () => {
    const ann = await cancelledBuyer()
    const resumeSubscription = shop.provider.resumeSubscription.bind(shop.provider)
    let letArrive = () => {}
    const arrival = new Promise<void>((resolve) => (letArrive = resolve))
    const callSpy = vi.spyOn(shop.provider, 'resumeSubscription').mockImplementationOnce(async (ref) => {
      await arrival
      return resumeSubscription(ref)
    })
    const undoRefusal = resumeRefusal(ann)
    await expect.poll(() => callSpy.mock.calls.length).toBe(1)
    await shop.cancelPlan(ann)
    expect(await shop.plan(ann)).toMatchObject({ requestedStop: null })
    letArrive()
    expect(await undoRefusal).toEqual({ code: 'H4021' })
    await shop.pass(2 * MINUTE_MS)
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).not.toBeNull()
    expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', isResuming: false })
  })

  it('the undo wins over the earlier cancellation, also when that reaches the payment service after it', async () => {
    const ann = await shop.member()
    const cancelSubscription = shop.provider.cancelSubscription.bind(shop.provider)
    let letArrive = () => {}
    const arrival = new Promise<void>((resolve) => (letArrive = resolve))
    const callSpy = vi.spyOn(shop.provider, 'cancelSubscription').mockImplementationOnce(async (ref, when) => {
      await arrival
      return cancelSubscription(ref, when)
    })
    const cancellation = shop.cancelPlan(ann)
    await expect.poll(() => callSpy.mock.calls.length).toBe(1)
    await resume(ann)
    expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE' })
    letArrive()
    await cancellation
    await shop.pass(2 * MINUTE_MS)
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).toBeNull()
    expect(await planInfo(ann)).toMatchObject({ state: 'ACTIVE', isResuming: false })
  })

  it('an answer from before the undo confirms no cancellation after it', async () => {
    const ann = await cancelledBuyer()
    const readOrder = shop.provider.readOrder.bind(shop.provider)
    const resumeSubscription = shop.provider.resumeSubscription.bind(shop.provider)
    let [letArrive, isDelayed] = [() => {}, false]
    const arrival = new Promise<void>((resolve) => (letArrive = resolve))
    vi.spyOn(shop.provider, 'readOrder').mockImplementation(async (order) => {
      const answer = await readOrder(order)
      if (order.payOrderId !== ann.orderId || isDelayed) return answer
      isDelayed = true
      await arrival
      return answer
    })
    const oldRound = shop.pass(DAY_MS)
    await expect.poll(() => isDelayed).toBe(true)
    vi.spyOn(shop.provider, 'resumeSubscription').mockImplementation(async (ref) => {
      await resumeSubscription(ref)
      return fail('away')
    })
    expect(await resume(ann)).toEqual({ renewsAt: null })
    shop.failCalls('cancelSubscription')
    await shop.cancelPlan(ann)
    letArrive()
    await oldRound
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).not.toBeNull()
  })

  it('the deletion of the account wins', async () => {
    const ann = await cancelledBuyer()
    shop.failCalls('resumeSubscription', 'readOrder')
    await resume(ann)
    vi.restoreAllMocks()
    await ann.client.get(deleteMe, { confirmation: ann.email })
    await shop.pass(2 * MINUTE_MS)
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).not.toBeNull()
    expect(await shop.plan(ann)).toMatchObject({ requestedStop: null, state: 'active' })
  })

  it('a new plan wins: the old one runs to its end', async () => {
    const ann = await cancelledBuyer()
    shop.failCalls('resumeSubscription', 'readOrder')
    await resume(ann)
    vi.restoreAllMocks()
    vi.spyOn(shop.provider, 'resumeSubscription').mockResolvedValue({ ok: false, error: 'away' })
    const yearlyOrderId = await shop.buy(ann, 'premium_yearly')
    await shop.pass(2 * MINUTE_MS)
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ state: 'active' })
    expect((await shop.sandboxPlan(ann)).cancelledAtMs).not.toBeNull()
    expect(await planInfo(ann)).toMatchObject({ orderId: yearlyOrderId, state: 'ACTIVE' })
  })
})

describe('nothing is resumed', () => {
  it('after the end, nor of a plan that ended at the payment service meanwhile', async () => {
    const ann = await cancelledBuyer()
    await shop.provider.cancelSubscription((await shop.plan(ann)).ref, 'now')
    expect(await resumeRefusal(ann)).toEqual({ code: 'H4021' })
    const ben = await cancelledBuyer()
    shop.world.sleepUntil((await shop.plan(ben)).periodEndMs)
    expect(await resumeRefusal(ben)).toEqual({ code: 'H4021' })
    await shop.pass(2 * MINUTE_MS)
    expect(await resumeRefusal(ben)).toEqual({ code: 'H4021' })
    expect(await shop.chargedCycles(ben)).toEqual([1])
  })

  it('of a replaced plan, nor beside a renewing one', async () => {
    const ann = await shop.member(FREE_TRIAL_SKU)
    shop.failCalls('cancelSubscription')
    await shop.buy(ann, 'premium_yearly')
    expect(await shop.plan(ann)).toMatchObject({ requestedStop: 'now' })
    expect(await resumeRefusal(ann)).toEqual({ code: 'H4021' })
    vi.restoreAllMocks()
    const ben = await cancelledBuyer('premium_yearly')
    await shop.buy(ben, 'premium_weekly')
    expect(await resumeRefusal(ben)).toEqual({ code: 'H4043' })
  })

  it('during a deletion, nor of another account, and nothing where the payment service can not', async () => {
    const ann = await cancelledBuyer()
    const ben = await shop.person()
    expect(await resumeRefusal({ ...ben, orderId: ann.orderId })).toEqual({ code: 'H4023', fields: ['orderId'] })
    const visitor = await createVisitor(shop.server, { nowMs: shop.nowMs })
    expect(await visitor.refusal(resumePlan, { orderId: ann.orderId }, key())).toEqual({ code: 'H3009' })
    Object.assign(shop.provider, { can: new Set() })
    expect(await planInfo(ann)).toMatchObject({ can: { resume: false } })
    expect(await resumeRefusal(ann)).toEqual({ code: 'H4021' })
    Object.assign(shop.provider, { can: new Set([...PLAN_ACTIONS, 'changePlan']) })
    await ann.client.get(deleteMe, { confirmation: ann.email })
    expect(await planInfo(ann)).toMatchObject({ can: { resume: false } })
    expect(await resumeRefusal(ann)).toEqual({ code: 'H4021' })
  })

  it('that the payment service refuses: the plan stays cancelled', async () => {
    const ann = await cancelledBuyer()
    vi.spyOn(shop.provider, 'resumeSubscription').mockResolvedValue({ ok: false, error: 'refused' })
    expect(await resumeRefusal(ann)).toEqual({ code: 'H4021' })
    expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', isResuming: false, can: { resume: true } })
  })
})

it('a checkout of a plan that is still open is closed by an undo, so that nobody pays for two', async () => {
  const ann = await cancelledBuyer()
  const { payOrderId } = await shop.order(ann, 'premium_weekly')
  await resume(ann)
  await shop.pass(2 * MINUTE_MS)
  const [order] = await shop.db.select().from(payOrder).where(eq(payOrder.id, payOrderId))
  expect(order).toMatchObject({ state: 'CLOSED' })
})
