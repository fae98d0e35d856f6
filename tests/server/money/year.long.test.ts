import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payment } from '#server/database/payment-schema.ts'
import { mail } from '#server/database/account-schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { logInByEmail } from '#shared/api/auth.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { getSubscription, unsubscribe } from '#shared/api/subscription.ts'
import { getLedger, getMe, getPoints } from '#shared/api/user.ts'
import { FREE_TRIAL_SKU, WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { type TestClient, ORIGIN } from '../client.ts'
import { type SignedUp, accountClient, signUp } from '../sign-up.ts'
import { DAY_MS, purchaseOf } from './money-harness.ts'

/** A time zone with clock changes in March and November. */
const TIME_ZONE = 'America/New_York'
const previousTimeZone = process.env['TZ']
const START_MS = Date.UTC(2028, 1, 29, 12)
const WEEK_MS = 7 * DAY_MS
const YEAR_TIMEOUT_MS = 180_000
const noonMs = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day, 12)

let clockMs = START_MS
let server: TestServer
beforeAll(async () => {
  process.env['TZ'] = TIME_ZONE
  server = await startTestServer({ listen: false, nowMs: () => clockMs, config: { signMode: 'off', origins: [ORIGIN] } })
})
afterAll(async () => {
  if (previousTimeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = previousTimeZone
  await server.close()
})

async function buy({ client }: SignedUp, skuId: string): Promise<string> {
  const { payOrderId, sessionId } = await client.get(createOrder, purchaseOf(skuId), { idempotencyKey: randomUUID() })
  await server.checkout?.request(`/checkout/${sessionId}`, { method: 'POST', body: new URLSearchParams({ deed: 'pay' }) })
  await server.payRound()
  return payOrderId
}

/** Advances the clock in steps and checks due payments after each, as the server's schedule does. */
async function passTo(untilMs: number, stepMs: number): Promise<void> {
  while (clockMs < untilMs) {
    clockMs = Math.min(untilMs, clockMs + stepMs)
    await server.payRound()
  }
}

/** Logs in again, because a session expires before a year's plan does. */
async function logInAgain({ client, email, password, id }: SignedUp): Promise<TestClient> {
  await client.get(logInByEmail, { email, password })
  return accountClient(server, client, id, { nowMs: () => clockMs })
}

const paymentsOf = async ({ id }: SignedUp) =>
  server.database.db.select().from(payment).where(eq(payment.ownerId, id)).orderBy(asc(payment.paidAtMs), asc(payment.cycle))

const grantsOf = async (person: SignedUp) => {
  const { data } = await (await logInAgain(person)).get(getLedger, { limit: 100 })
  return data.filter(({ orderId }) => orderId !== undefined).toReversed()
}

it(
  'a year of a weekly and a yearly member: every renewal, grant and date, over a leap day and two changes of clocks',
  { timeout: YEAR_TIMEOUT_MS },
  async () => {
    const weeklyMember = await signUp(server, 'weekly@example.com', { nowMs: () => clockMs })
    const yearlyMember = await signUp(server, 'yearly@example.com', { nowMs: () => clockMs })
    const pointsBefore = (await weeklyMember.client.get(getPoints, {})).points
    const trialOrder = await buy(weeklyMember, FREE_TRIAL_SKU)
    await buy(yearlyMember, 'premium_yearly')

    await passTo(START_MS + 6 * DAY_MS + 1, DAY_MS / 2)
    const readReminders = () =>
      server.database.db
        .select({ subject: mail.subject })
        .from(mail)
        .where(eq(mail.recipient, weeklyMember.email))
        .then((rows) => rows.filter(({ subject }) => subject.includes('ends tomorrow')))
    expect(await readReminders()).toHaveLength(1)
    expect(await weeklyMember.client.get(getSubscription, {})).toMatchObject({ state: 'TRIAL', renewsAt: START_MS + WEEK_MS })
    expect(await weeklyMember.client.get(getPoints, {})).toMatchObject({ points: pointsBefore })

    await passTo(noonMs(2029, 2, 28) + DAY_MS / 2, WEEK_MS)
    const weekPayments = await paymentsOf(weeklyMember)
    // The free week (cycle 0) and 52 paid weeks after it.
    expect(weekPayments.map(({ cycle }) => cycle)).toEqual(Array.from({ length: 53 }, (_, index) => index))
    expect(weekPayments.map(({ startsAtMs }) => startsAtMs)).toEqual(Array.from({ length: 53 }, (_, index) => START_MS + index * WEEK_MS))
    expect(weekPayments.map(({ amountCents }) => amountCents)).toEqual([0, ...Array.from({ length: 52 }, () => 999)])
    expect((await grantsOf(weeklyMember)).map(({ amount }) => amount)).toEqual(Array.from({ length: 52 }, () => WEEKLY_PLAN_POINTS))
    expect(new Set((await grantsOf(weeklyMember)).map(({ note }) => note))).toEqual(new Set(['Premium weekly']))
    expect(await readReminders()).toHaveLength(1)

    const yearPayments = await paymentsOf(yearlyMember)
    expect(yearPayments.map(({ startsAtMs, endsAtMs }) => [startsAtMs, endsAtMs])).toEqual([
      [noonMs(2028, 2, 29), noonMs(2029, 2, 28)],
      [noonMs(2029, 2, 28), noonMs(2030, 2, 28)],
    ])
    expect((await grantsOf(yearlyMember)).map(({ amount }) => amount)).toEqual([YEARLY_PLAN_POINTS, YEARLY_PLAN_POINTS])

    const laterClient = await logInAgain(weeklyMember)
    await laterClient.get(unsubscribe, { orderId: trialOrder }, { idempotencyKey: randomUUID() })
    const { endsAt } = await laterClient.get(getSubscription, {})
    expect(endsAt).toBe(START_MS + 53 * WEEK_MS)
    await passTo(endsAt + DAY_MS, WEEK_MS)
    expect(await laterClient.get(getMe, {})).toMatchObject({ membershipStatus: 'EXPIRED', membershipExpiresAt: endsAt })
    expect(await paymentsOf(weeklyMember)).toHaveLength(53)
    expect(await checkLedger(server.database.db)).toEqual([])
  },
)

it(
  'a server that was off for years bills and grants each cycle once, and uses the leap day again',
  { timeout: YEAR_TIMEOUT_MS },
  async () => {
    clockMs = noonMs(2032, 2, 29)
    const ann = await signUp(server, 'ann@example.com', { nowMs: () => clockMs })
    await buy(ann, 'premium_yearly')
    clockMs = noonMs(2036, 3, 1)
    await Promise.all([server.payRound(), server.payRound()])
    await server.payRound()
    expect((await paymentsOf(ann)).map(({ startsAtMs }) => startsAtMs)).toEqual([
      noonMs(2032, 2, 29),
      noonMs(2033, 2, 28),
      noonMs(2034, 2, 28),
      noonMs(2035, 2, 28),
      noonMs(2036, 2, 29),
    ])
    expect(await grantsOf(ann)).toHaveLength(5)
    expect(await checkLedger(server.database.db)).toEqual([])
  },
)
