import { afterAll, beforeAll, expect, it } from 'vitest'
import { RENEWAL_NOTICE_MS } from '#shared/domain/membership-terms.ts'
import { DAY_MS } from './money-harness.ts'
import { type Buyer, type SandboxShop, MINUTE_MS, openSandboxShop } from './sandbox-shop.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop()
})
afterAll(() => shop.close())

const noticesOf = async (buyer: Buyer) => (await shop.mailSubjects(buyer)).filter((subject) => subject.includes('plan renews on'))
const periodEndOf = async (buyer: Buyer) => (await shop.plan(buyer)).periodEndMs

it('the payer of a yearly plan gets a mail three days before it renews, once per year', async () => {
  expect(RENEWAL_NOTICE_MS).toBe(3 * DAY_MS)
  const ann = await shop.member('premium_yearly')
  const firstEndMs = await periodEndOf(ann)
  await shop.passTo(firstEndMs - RENEWAL_NOTICE_MS - 1)
  expect(await noticesOf(ann)).toEqual([])
  await shop.passTo(firstEndMs - RENEWAL_NOTICE_MS)
  expect(await noticesOf(ann)).toEqual(['Your Kinora plan renews on January 4, 2028 for $49.99'])
  await Promise.all([shop.server.payRound(), shop.server.payRound()])
  await shop.pass(DAY_MS)
  expect(await noticesOf(ann)).toHaveLength(1)
  await shop.passTo(firstEndMs + 2 * MINUTE_MS)
  const secondEndMs = await periodEndOf(ann)
  expect(secondEndMs).toBeGreaterThan(firstEndMs)
  await shop.passTo(secondEndMs - RENEWAL_NOTICE_MS)
  expect(await noticesOf(ann)).toHaveLength(2)
})

it('a notice that is late is sent while it is true, and left out when the year is over', async () => {
  const ann = await shop.member('premium_yearly')
  await shop.passTo((await periodEndOf(ann)) - DAY_MS)
  expect(await noticesOf(ann)).toHaveLength(1)
  const ben = await shop.member('premium_yearly')
  await shop.passTo((await periodEndOf(ben)) + DAY_MS)
  await shop.pass(DAY_MS)
  expect(await noticesOf(ben)).toEqual([])
})

it('neither a cancelled yearly plan nor a weekly one is announced', async () => {
  const ann = await shop.member('premium_yearly')
  await shop.cancelPlan(ann)
  await shop.passTo((await periodEndOf(ann)) - DAY_MS)
  expect(await noticesOf(ann)).toEqual([])
  const ben = await shop.member()
  await shop.passTo((await periodEndOf(ben)) - DAY_MS)
  await shop.passTo((await periodEndOf(ben)) + DAY_MS)
  expect(await noticesOf(ben)).toEqual([])
})
