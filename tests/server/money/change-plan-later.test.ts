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

const { quote, agree, refusal, undoChange, noCancelChange, info, points, amounts, charged, halfway, passYear, stayLoggedIn } = plansOf(
  () => shop,
)

describe('from yearly to weekly', () => {
  const yearly = () => shop.member('premium_yearly')

  it('charges nothing now, sends a mail, and begins when the year ends', async () => {
    const ann = await yearly()
    const { periodEndMs } = await shop.plan(ann)
    const quoted = await quote(ann, 'weekly')
    expect(quoted).toMatchObject({
      kind: 'period_end',
      priceCents: 999,
      creditCents: 0,
      dueCents: 0,
      points: 400,
      startsAt: periodEndMs,
      endsAt: periodEndMs + WEEK_MS,
    })
    const before = await points(ann)
    expect(await agree(ann, quoted)).toEqual({ outcome: 'planned' })
    expect(await charged(ann)).toEqual([4999])
    expect(await points(ann)).toBe(before)
    const nextChange = { plan: 'weekly', priceCents: 999, points: 400, at: periodEndMs, isConfirmed: true }
    expect(await info(ann)).toMatchObject({ plan: 'yearly', priceCents: 4999, renewsAt: periodEndMs, nextChange, changeTo: null })
    expect(await shop.subjects(ann)).toContain(`Your Kinora plan will change on ${formatDay(periodEndMs)}`)

    await shop.passTo(periodEndMs - DAY_MS)
    expect((await shop.subjects(ann)).filter((subject) => subject.includes('renews on'))).toEqual([expect.stringContaining('for $9.99')])
    await passYear(ann)
    expect(await amounts(ann)).toEqual([
      ['yearly', 4999, 0, 2500],
      ['weekly', 999, 0, 400],
    ])
    expect(await info(ann)).toMatchObject({
      plan: 'weekly',
      priceCents: 999,
      nextChange: null,
      renewsAt: periodEndMs + WEEK_MS,
      changeTo: 'yearly',
    })
    await shop.passTo(periodEndMs + WEEK_MS + 2 * MINUTE_MS)
    expect((await amounts(ann)).at(-1)).toEqual(['weekly', 999, 0, 400])
  })

  it('is made once, and can be undone until then: the year renews', async () => {
    const ann = await yearly()
    const quoted = await quote(ann, 'weekly')
    const once = key()
    expect(await Promise.all([agree(ann, quoted, once), agree(ann, quoted, once), agree(ann, quoted)])).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'planned' })),
    )
    const undo = key()
    expect(await Promise.all([undoChange(ann, undo), undoChange(ann, undo)])).toEqual([{ isConfirmed: true }, { isConfirmed: true }])
    expect(await noCancelChange(ann)).toEqual({ code: 'H4021' })
    expect(await shop.truth(ann)).toMatchObject({ nextPlan: null })
    expect(await info(ann)).toMatchObject({ nextChange: null, changeTo: 'weekly' })
    await shop.pass(MINUTE_MS)
    expect((await shop.subjects(ann)).filter((subject) => subject.includes('change was undone'))).toHaveLength(1)
    // Each quote can be agreed to once. A late repeat of the call does not restore a change that the user has undone.
    expect(await refusal(ann, quoted)).toEqual({ code: 'H4021' })
    await passYear(ann)
    expect((await amounts(ann)).at(-1)).toEqual(['yearly', 4999, 0, 2500])
    await shop.pass(DAY_MS)
    const again = await quote(ann, 'weekly')
    await agree(ann, again)
    expect(await noCancelChange(ann, undo).catch(() => 'kept')).not.toEqual({ code: 'H5000' })
  })

  it('is repeated until the payment service confirms it, and so is its undo', async () => {
    const ann = await yearly()
    shop.away('changeAtEnd')
    expect(await agree(ann, await quote(ann, 'weekly'))).toEqual({ outcome: 'unknown' })
    expect(await info(ann)).toMatchObject({ nextChange: { plan: 'weekly', isConfirmed: false } })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await info(ann)).toMatchObject({ nextChange: { isConfirmed: true } })
    shop.away('cancelPlanChange')
    expect(await undoChange(ann)).toEqual({ isConfirmed: false })
    expect(await info(ann)).toMatchObject({ nextChange: { isConfirmed: false } })
    vi.restoreAllMocks()
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.truth(ann)).toMatchObject({ nextPlan: null })
    expect(await info(ann)).toMatchObject({ nextChange: null })
  })

  it('a change that reaches the payment service after its undo is undone there, too', async () => {
    const ann = await yearly()
    const changeAtEnd = shop.provider.changeAtEnd.bind(shop.provider)
    let arrive = () => {}
    const isLate = new Promise<void>((resolve) => (arrive = resolve))
    const onItsWay = vi.spyOn(shop.provider, 'changeAtEnd').mockImplementationOnce(async (...order) => {
      await isLate
      return changeAtEnd(...order)
    })
    const late = refusal(ann, await quote(ann, 'weekly'))
    await expect.poll(() => onItsWay.mock.calls.length).toBeGreaterThan(0)
    expect(await undoChange(ann)).toEqual({ isConfirmed: true })
    arrive()
    expect(await late).toEqual({ code: 'H4021' })
    await shop.pass(2 * MINUTE_MS)
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.truth(ann)).toMatchObject({ nextPlan: null })
    await passYear(ann)
    expect((await amounts(ann)).at(-1)).toEqual(['yearly', 4999, 0, 2500])
  })

  it('ends with a cancellation, also when the plan is resumed before the payment service receives it', async () => {
    const ann = await yearly()
    await agree(ann, await quote(ann, 'weekly'))
    await shop.cancel(ann)
    expect(await info(ann)).toMatchObject({ state: 'CANCELLED', nextChange: null, changeTo: null })
    expect(await shop.truth(ann)).toMatchObject({ nextPlan: null })
    expect(await noCancelChange(ann)).toEqual({ code: 'H4021' })
    const ben = await yearly()
    await agree(ben, await quote(ben, 'weekly'))
    await ben.client.get(deleteMe, { confirmation: ben.email })
    await shop.pass(2 * MINUTE_MS)
    expect(await shop.truth(ben)).toMatchObject({ nextPlan: null })
  })

  it('whose payment fails at the end offers the price of the week', async () => {
    const ann = await yearly()
    await agree(ann, await quote(ann, 'weekly'))
    await shop.refuseCard(ann, true)
    await passYear(ann)
    expect(await info(ann)).toMatchObject({ state: 'PAST_DUE', plan: 'weekly', priceCents: 999, changeTo: null })
    await shop.refuseCard(ann, false)
    await shop.pass(DAY_MS)
    await stayLoggedIn()
    expect((await amounts(ann)).at(-1)).toEqual(['weekly', 999, 0, 400])
  })

  it('and back again to yearly uses the prices and points of each cycle', async () => {
    const ann = await halfway()
    await agree(ann, await quote(ann))
    await agree(ann, await quote(ann, 'weekly'))
    await passYear(ann)
    const quoted = await quote(ann)
    await agree(ann, quoted)
    expect(await amounts(ann)).toEqual([
      ['weekly', 999, 0, 400],
      ['yearly', 4499, 500, 2300],
      ['weekly', 999, 0, 400],
      ['yearly', 4000, 999, 2100],
    ])
    expect((await charged(ann)).reduce((sum, cents) => sum + cents, 0)).toBe(999 + 4499 + 999 + 4000)
  })
})
