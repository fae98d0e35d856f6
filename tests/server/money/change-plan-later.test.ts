import { formatDay } from '#server/billing/invoices/format-day.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteMe } from '#shared/api/account-settings.ts'
import { DAY_MS } from './money-harness.ts'
import { WEEK_MS, plansOf } from './plan-changes-of.ts'
import { type SandboxShop, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop()
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(shop.world.problems).toEqual([])
})
afterAll(() => shop.close())

const {
  quote,
  agree,
  agreeRefusal,
  undoChange,
  undoRefusal,
  planInfo,
  pointsOf,
  bookedAmounts,
  chargedCents,
  halfwayBuyer,
  passPeriod,
  renewSessions,
} = plansOf(() => shop)

describe('from yearly to weekly', () => {
  const yearlyMember = () => shop.member('premium_yearly')

  it('charges nothing now, sends a mail, and begins when the year ends', async () => {
    const ann = await yearlyMember()
    const { periodEndMs } = await shop.plan(ann)
    const planQuote = await quote(ann, 'weekly')
    expect(planQuote).toMatchObject({
      kind: 'period_end',
      priceCents: 999,
      creditCents: 0,
      dueCents: 0,
      points: 400,
      startsAt: periodEndMs,
      endsAt: periodEndMs + WEEK_MS,
    })
    const pointsBefore = await pointsOf(ann)
    expect(await agree(ann, planQuote)).toEqual({ outcome: 'planned' })
    expect(await chargedCents(ann)).toEqual([4999])
    expect(await pointsOf(ann)).toBe(pointsBefore)
    const nextChange = { plan: 'weekly', priceCents: 999, points: 400, at: periodEndMs, isConfirmed: true }
    expect(await planInfo(ann)).toMatchObject({ plan: 'yearly', priceCents: 4999, renewsAt: periodEndMs, nextChange, changeTo: null })
    expect(await shop.mailSubjects(ann)).toContain(`Your Kinora plan will change on ${formatDay(periodEndMs)}`)

    await shop.passTo(periodEndMs - DAY_MS)
    expect((await shop.mailSubjects(ann)).filter((subject) => subject.includes('renews on'))).toEqual([
      expect.stringContaining('for $9.99'),
    ])
    await passPeriod(ann)
    expect(await bookedAmounts(ann)).toEqual([
      ['yearly', 4999, 0, 2500],
      ['weekly', 999, 0, 400],
    ])
    expect(await planInfo(ann)).toMatchObject({
      plan: 'weekly',
      priceCents: 999,
      nextChange: null,
      renewsAt: periodEndMs + WEEK_MS,
      changeTo: 'yearly',
    })
    await shop.passTo(periodEndMs + WEEK_MS + 2 * MINUTE_MS)
    expect((await bookedAmounts(ann)).at(-1)).toEqual(['weekly', 999, 0, 400])
  })

  it('is made once, and can be undone until then: the year renews', async () => {
    const ann = await yearlyMember()
    const planQuote = await quote(ann, 'weekly')
    const sameKey = key()
    expect(await Promise.all([agree(ann, planQuote, sameKey), agree(ann, planQuote, sameKey), agree(ann, planQuote)])).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'planned' })),
    )
    const undoKey = key()
    expect(await Promise.all([undoChange(ann, undoKey), undoChange(ann, undoKey)])).toEqual([{ isConfirmed: true }, { isConfirmed: true }])
    expect(await undoRefusal(ann)).toEqual({ code: 'H4021' })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ nextPlan: null })
    expect(await planInfo(ann)).toMatchObject({ nextChange: null, changeTo: 'weekly' })
    await shop.pass(MINUTE_MS)
    expect((await shop.mailSubjects(ann)).filter((subject) => subject.includes('change was undone'))).toHaveLength(1)
    // Each quote can be agreed to once. A late repeat of the call does not restore a change that the user has undone.
    expect(await agreeRefusal(ann, planQuote)).toEqual({ code: 'H4021' })
    await passPeriod(ann)
    expect((await bookedAmounts(ann)).at(-1)).toEqual(['yearly', 4999, 0, 2500])
    await shop.pass(DAY_MS)
    const secondQuote = await quote(ann, 'weekly')
    await agree(ann, secondQuote)
    expect(await undoRefusal(ann, undoKey).catch(() => 'kept')).not.toEqual({ code: 'H5000' })
  })

  it('is repeated until the payment service confirms it, and so is its undo', async () => {
    const ann = await yearlyMember()
    shop.failCalls('changeAtEnd')
    expect(await agree(ann, await quote(ann, 'weekly'))).toEqual({ outcome: 'unknown' })
    expect(await planInfo(ann)).toMatchObject({ nextChange: { plan: 'weekly', isConfirmed: false } })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await planInfo(ann)).toMatchObject({ nextChange: { isConfirmed: true } })
    shop.failCalls('cancelPlanChange')
    expect(await undoChange(ann)).toEqual({ isConfirmed: false })
    expect(await planInfo(ann)).toMatchObject({ nextChange: { isConfirmed: false } })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ nextPlan: null })
    expect(await planInfo(ann)).toMatchObject({ nextChange: null })
  })

  it('a change that reaches the payment service after its undo is undone there, too', async () => {
    const ann = await yearlyMember()
    const changeAtEnd = shop.provider.changeAtEnd.bind(shop.provider)
    let letArrive = () => {}
    const arrival = new Promise<void>((resolve) => (letArrive = resolve))
    const changeSpy = vi.spyOn(shop.provider, 'changeAtEnd').mockImplementationOnce(async (...parameters) => {
      await arrival
      return changeAtEnd(...parameters)
    })
    const lateAnswer = agreeRefusal(ann, await quote(ann, 'weekly'))
    await expect.poll(() => changeSpy.mock.calls.length).toBeGreaterThan(0)
    expect(await undoChange(ann)).toEqual({ isConfirmed: true })
    letArrive()
    expect(await lateAnswer).toEqual({ code: 'H4021' })
    await shop.pass(2 * MINUTE_MS)
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ann)).toMatchObject({ nextPlan: null })
    await passPeriod(ann)
    expect((await bookedAmounts(ann)).at(-1)).toEqual(['yearly', 4999, 0, 2500])
  })

  it('ends with a cancellation, also when the plan is resumed before the payment service receives it', async () => {
    const ann = await yearlyMember()
    await agree(ann, await quote(ann, 'weekly'))
    await shop.cancelPlan(ann)
    expect(await planInfo(ann)).toMatchObject({ state: 'CANCELLED', nextChange: null, changeTo: null })
    expect(await shop.sandboxPlan(ann)).toMatchObject({ nextPlan: null })
    expect(await undoRefusal(ann)).toEqual({ code: 'H4021' })
    const ben = await yearlyMember()
    await agree(ben, await quote(ben, 'weekly'))
    await ben.client.get(deleteMe, { confirmation: ben.email })
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.sandboxPlan(ben)).toMatchObject({ nextPlan: null })
  })

  it('whose payment fails at the end offers the price of the week', async () => {
    const ann = await yearlyMember()
    await agree(ann, await quote(ann, 'weekly'))
    await shop.refuseCard(ann, true)
    await passPeriod(ann)
    expect(await planInfo(ann)).toMatchObject({ state: 'PAST_DUE', plan: 'weekly', priceCents: 999, changeTo: null })
    await shop.refuseCard(ann, false)
    await shop.pass(DAY_MS)
    await renewSessions()
    expect((await bookedAmounts(ann)).at(-1)).toEqual(['weekly', 999, 0, 400])
  })

  it('and back again to yearly uses the prices and points of each cycle', async () => {
    const ann = await halfwayBuyer()
    await agree(ann, await quote(ann))
    await agree(ann, await quote(ann, 'weekly'))
    await passPeriod(ann)
    const planQuote = await quote(ann)
    await agree(ann, planQuote)
    expect(await bookedAmounts(ann)).toEqual([
      ['weekly', 999, 0, 400],
      ['yearly', 4499, 500, 2300],
      ['weekly', 999, 0, 400],
      ['yearly', 4000, 999, 2100],
    ])
    expect((await chargedCents(ann)).reduce((sum, cents) => sum + cents, 0)).toBe(999 + 4499 + 999 + 4000)
  })
})
