import { randomUUID } from 'node:crypto'
import { desc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, mail, session } from '#server/database/account-schema.ts'
import { payOrder, subscription } from '#server/database/payment-schema.ts'
import { ledger, owner } from '#server/database/schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { createPasswordHashing } from '#server/account/password-hashing.ts'
import { QUICK_COST } from '../../fixtures/server/counted-hashing.ts'
import { logInByEmail } from '#shared/api/auth.ts'
import { getPerson, getPersonLedger, findOwner } from '#shared/api/operator.ts'
import { changePoints, disableAccount, eraseAccount, refundPayment, resendMail } from '#shared/api/operator-acts.ts'
import { createOrder, getOrderResult } from '#shared/api/pay-orders.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { getSubscription } from '#shared/api/subscription.ts'
import { getMe, getPoints } from '#shared/api/user.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { OPERATOR_PAGE_ROWS, OPERATOR_POINTS_MAX } from '#shared/domain/operator-rules.ts'
import { commit, createTestClient, createVisitor, untilStatus, upload } from '../client.ts'
import { addPack, addPlan } from '../money/books.ts'
import { purchaseOf } from '../money/money-harness.ts'
import type { QuickAccount } from '../money/quick-account.ts'
import { type OperatorWorld, openOperatorWorld } from './operator-world.ts'

const REASON = 'It was asked for'
let world: OperatorWorld
let person: QuickAccount
beforeAll(async () => {
  world = await openOperatorWorld()
})
afterAll(() => world.server.close())
beforeEach(async () => {
  person = await world.person()
})

const db = () => world.server.database.db
const lastAct = async () => (await world.readActs()).at(-1)
const mailsTo = (recipient: string) => db().select().from(mail).where(eq(mail.recipient, recipient)).orderBy(desc(mail.createdAtMs))
const grantPoints = (amount: number, key?: string) => world.callAsOperator(changePoints, { id: person.id, amount, reason: REASON }, key)
const ledgerLinesOf = (ownerId: string) => db().select().from(ledger).where(eq(ledger.ownerId, ownerId)).orderBy(ledger.seq)

describe('a query', () => {
  it('finds an account by address, account, order, payment, batch, task and file, and records the result, never the typed text', async () => {
    const pack = await addPack(db(), person.id, world.nowMs())
    const image = await upload(person.client)
    await grantPoints(100)
    const { batchId, taskIds } = await commit(person.client, image)
    const [taskId = ''] = taskIds
    await untilStatus(person.client, batchId, 'SUCCESS')
    const file = image.replace('/media/', '')
    for (const [q, kind, id] of [
      [` ${person.email.toUpperCase()} `, 'account', person.id],
      [person.email.replace('@e', '\u00AD@ⓔ'), 'account', person.id],
      [person.id, 'account', person.id],
      [`\u200B${person.id}\u2069`, 'account', person.id],
      [pack.orderId, 'order', pack.orderId],
      [pack.id, 'order', pack.orderId],
      [taskId, 'task', taskId],
      [file, 'file', file],
      [image, 'file', file],
    ] as const) {
      expect(await world.callAsOperator(findOwner, { q })).toEqual({ found: { ownerId: person.id, kind, id } })
      expect(await lastAct()).toMatchObject({ act: 'look_up', subject: kind, subjectId: id, detail: '{}', operatorId: world.operator.id })
    }
    expect(await world.callAsOperator(findOwner, { q: batchId })).toMatchObject({ found: { kind: 'task', ownerId: person.id } })
    for (const q of ['nobody@example.org', 'no-such-id']) {
      expect(await world.callAsOperator(findOwner, { q })).toEqual({ found: null })
      expect(await lastAct()).toMatchObject({ subject: 'none', subjectId: '', detail: '{}' })
    }
  })

  it('shows an account with plan, orders, payments and tasks, and a visitor without an account', async () => {
    const plan = await addPlan(db(), person.id, world.nowMs())
    const pack = await addPack(db(), person.id, world.nowMs())
    const personView = await world.callAsOperator(getPerson, { id: person.id })
    expect(personView).toMatchObject({
      id: person.id,
      account: { email: person.email, sessions: 1, disabledAt: null, deletesAt: null, hasPassword: false },
      points: 100,
      held: 0,
      plan: { orderId: plan.orderId, plan: 'weekly', state: plan.state },
      tasks: [],
    })
    expect(personView.orders.find(({ id }) => id === pack.orderId)?.payments).toMatchObject([{ id: pack.id, amount: 499, documents: [] }])
    expect(await lastAct()).toMatchObject({ act: 'view_person', subject: 'account', subjectId: person.id })
    const visitor = await createVisitor(world.server, { nowMs: world.nowMs })
    const [visitorOwner] = await db().select().from(owner).where(isNotNull(owner.tokenSha256)).orderBy(desc(owner.createdAtMs)).limit(1)
    expect(await world.callAsOperator(getPerson, { id: visitorOwner?.id ?? '' })).toMatchObject({
      account: null,
      points: (await visitor.get(getPoints, {})).points,
    })
    const actCount = (await world.readActs()).length
    expect(await world.refusal(getPerson, { id: 'nobody' })).toBe('H3015')
    expect(await world.readActs()).toHaveLength(actCount)
  })

  it('shows the ledger in pages, each line with its origin', async () => {
    const pack = await addPack(db(), person.id, world.nowMs())
    await grantPoints(50)
    const grantSeq = (await lastAct())?.seq
    const { taskIds } = await commit(person.client, await upload(person.client))
    const { data, hasNext } = await world.callAsOperator(getPersonLedger, { id: person.id })
    expect(hasNext).toBe(false)
    const origins = data.map(({ entry, origin }) => [entry.kind, origin.kind, origin.id])
    expect(origins).toContainEqual(['purchase', 'payment', pack.id])
    expect(origins).toContainEqual(['grant', 'act', String(grantSeq)])
    expect(origins).toContainEqual(['hold', 'task', taskIds[0]])
    expect(await lastAct()).toMatchObject({ act: 'view_ledger', subjectId: person.id })
    const busyPerson = await world.person()
    for (let count = 0; count < OPERATOR_PAGE_ROWS + 1; count += 1)
      await world.callAsOperator(changePoints, { id: busyPerson.id, amount: 1, reason: REASON })
    const firstPage = await world.callAsOperator(getPersonLedger, { id: busyPerson.id })
    expect([firstPage.data.length, firstPage.hasNext]).toEqual([OPERATOR_PAGE_ROWS, true])
    const lastPage = await world.callAsOperator(getPersonLedger, { id: busyPerson.id, start: firstPage.data.at(-1)?.entry.id ?? '' })
    expect([lastPage.data.map(({ entry }) => entry.id), lastPage.hasNext]).toEqual([['1'], false])
  })
})

describe('points', () => {
  it('are granted once per key, also in parallel, with the reason in the ledger and the record', async () => {
    const key = randomUUID()
    const answers = await Promise.all([grantPoints(70, key), grantPoints(70, key), grantPoints(70, key)])
    expect(answers).toEqual([{ balance: 70 }, { balance: 70 }, { balance: 70 }])
    expect(await ledgerLinesOf(person.id)).toMatchObject([{ kind: 'grant', amount: 70, note: REASON, taskId: null, orderId: null }])
    expect((await world.readActs()).filter(({ subjectId }) => subjectId === person.id)).toMatchObject([
      { act: 'points', detail: JSON.stringify({ amount: 70, reason: REASON, line: 1 }) },
    ])
    expect(await world.refusal(changePoints, { id: person.id, amount: 71, reason: REASON }, key)).toBe('H3000')
  })

  it('are withdrawn by one more line, never below nothing, also in parallel', async () => {
    await grantPoints(100)
    const deduct = () =>
      world.operator.client.call(changePoints, { id: person.id, amount: -60, reason: REASON }, { idempotencyKey: randomUUID() })
    expect((await Promise.all([deduct(), deduct()])).filter(({ ok }) => ok)).toHaveLength(1)
    expect((await ledgerLinesOf(person.id)).map(({ amount }) => amount)).toEqual([100, -60])
    const actCount = (await world.readActs()).length
    expect(await world.refusal(changePoints, { id: person.id, amount: -41, reason: REASON })).toBe('H4044')
    expect(await world.readActs()).toHaveLength(actCount)
    expect(await grantPoints(-40)).toEqual({ balance: 0 })
    expect((await checkLedger(db())).filter(({ ownerId }) => ownerId === person.id)).toEqual([])
  })

  it('need an amount, a reason and an account', async () => {
    for (const input of [
      { amount: 0 },
      { amount: 0.5 },
      { amount: OPERATOR_POINTS_MAX + 1 },
      { amount: -OPERATOR_POINTS_MAX - 1 },
      { reason: '  ' },
      { reason: 'x'.repeat(301) },
      { reason: 'a\nb' },
    ])
      expect(await world.refusal(changePoints, { id: person.id, amount: 1, reason: REASON, ...input }), JSON.stringify(input)).toBe('H3000')
    expect(await world.refusal(changePoints, { id: 'nobody', amount: 1, reason: REASON })).toBe('H3015')
    expect(await ledgerLinesOf(person.id)).toEqual([])
  })
})

describe('an account', () => {
  it('is disabled at once in all sessions, rejected at the login with a sentence, not renewed, and gets a mail; then enabled', async () => {
    const password = 'a calm long password'
    const hashed = await createPasswordHashing(QUICK_COST).hash(password, { name: person.id, isKnown: true })
    await db()
      .update(account)
      .set({ passwordHash: hashed.ok ? hashed.value : null })
      .where(eq(account.id, person.id))
    const plan = await addPlan(db(), person.id, world.nowMs())
    expect((await person.client.get(getMe, {})).id).toBe(person.id)
    await world.callAsOperator(disableAccount, { id: person.id, isDisabled: true, reason: REASON })
    expect(await person.client.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await db().select().from(session).where(eq(session.accountId, person.id))).toEqual([])
    const otherBrowser = createTestClient(world.server, { nowMs: world.nowMs })
    expect(await otherBrowser.refusal(logInByEmail, { email: person.email, password })).toEqual({ code: 'ACCOUNT_DISABLED' })
    expect(otherBrowser.jar.has('session')).toBe(false)
    expect(await otherBrowser.refusal(logInByEmail, { email: person.email, password: 'wrong' })).toEqual({ code: 'LOGIN_WRONG' })
    const [stoppedPlan] = await db().select().from(subscription).where(eq(subscription.orderId, plan.orderId))
    expect(stoppedPlan).toMatchObject({ requestedStop: 'period_end', cancelledAtMs: world.nowMs() })
    expect((await mailsTo(person.email))[0]?.body).toContain(REASON)
    expect(await lastAct()).toMatchObject({ act: 'disable', subjectId: person.id, detail: JSON.stringify({ reason: REASON }) })
    const actCount = (await world.readActs()).length
    expect(await world.callAsOperator(disableAccount, { id: person.id, isDisabled: true, reason: REASON })).toEqual({})
    expect(await world.readActs()).toHaveLength(actCount)
    await world.callAsOperator(disableAccount, { id: person.id, isDisabled: false, reason: REASON })
    expect(await lastAct()).toMatchObject({ act: 'enable', subjectId: person.id })
    expect(await otherBrowser.get(logInByEmail, { email: person.email, password })).toMatchObject({ userInfo: { id: person.id } })
    expect(await world.callAsOperator(disableAccount, { id: person.id, isDisabled: false, reason: REASON })).toEqual({})
  })

  it('closes its open checkouts when it is disabled, and erasing is the same as on the user’s request', async () => {
    const openState = { state: 'PENDING', syncAtMs: null } as const
    const pack = await addPack(db(), person.id, world.nowMs())
    await db().update(payOrder).set(openState).where(eq(payOrder.id, pack.orderId))
    await world.callAsOperator(disableAccount, { id: person.id, isDisabled: true, reason: REASON })
    expect(await db().select().from(payOrder).where(eq(payOrder.id, pack.orderId))).toMatchObject([{ state: 'CLOSED' }])
    const otherPerson = await world.person()
    const eraseInput = { id: otherPerson.id, confirmation: otherPerson.email, reason: REASON }
    expect(await world.refusal(eraseAccount, { ...eraseInput, confirmation: person.email })).toBe('H3000')
    const deletesAt = world.nowMs() + DELETION_GRACE_MS
    expect(await world.callAsOperator(eraseAccount, eraseInput)).toEqual({ deletesAt })
    world.pass(1000)
    expect(await world.callAsOperator(eraseAccount, eraseInput)).toEqual({ deletesAt })
    expect(await otherPerson.client.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await lastAct()).toMatchObject({ act: 'erase', subjectId: otherPerson.id })
  })

  it('is never the operator’s own, nor an unknown one', async () => {
    const ownAccount = { id: world.operator.id, reason: REASON }
    expect(await world.refusal(disableAccount, { ...ownAccount, isDisabled: true })).toBe('H4021')
    expect(await world.refusal(eraseAccount, { ...ownAccount, confirmation: world.operator.email })).toBe('H4021')
    expect(await world.refusal(disableAccount, { id: 'nobody', isDisabled: true, reason: REASON })).toBe('H3015')
    expect(await world.refusal(eraseAccount, { id: 'nobody', confirmation: person.email, reason: REASON })).toBe('H3015')
  })
})

describe('a mail', () => {
  it('is sent again once per key: a receipt, and a code for a new password', async () => {
    const pack = await addPack(db(), person.id, world.nowMs())
    const key = randomUUID()
    for (let count = 0; count < 2; count += 1) await world.callAsOperator(resendMail, { kind: 'receipt', id: pack.id }, key)
    expect(await mailsTo(person.email)).toHaveLength(1)
    expect(await lastAct()).toMatchObject({ act: 'resend_mail', subject: 'order', subjectId: pack.id, detail: '{"kind":"receipt"}' })
    await world.callAsOperator(resendMail, { kind: 'reset', id: person.id })
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toContain('Your Kinora password reset code')
    expect(JSON.stringify(await world.readActs())).not.toContain(person.email)
    expect(await world.refusal(resendMail, { kind: 'reset', id: person.id })).toBe('H4022')
    expect(await world.refusal(resendMail, { kind: 'receipt', id: 'nothing' })).toBe('H4023')
    expect(await world.refusal(resendMail, { kind: 'reset', id: 'nobody' })).toBe('H3015')
  })
})

describe('money', () => {
  async function buySku(skuId: string): Promise<string> {
    const { sessionId, payOrderId } = await person.client.get(createOrder, purchaseOf(skuId), { idempotencyKey: randomUUID() })
    await world.server.checkout?.request(`/checkout/${sessionId}`, { method: 'POST', body: new URLSearchParams({ deed: 'pay' }) })
    expect(await person.client.get(getOrderResult, { payOrderId })).toMatchObject({ payResult: 'SUCCESS' })
    const { orders } = await world.callAsOperator(getPerson, { id: person.id })
    return orders.find(({ id }) => id === payOrderId)?.payments[0]?.id ?? ''
  }

  it('is refunded once per key, recorded with its reason, and visible to its user', async () => {
    const id = await buySku('points_300')
    const [key, refund] = [randomUUID(), { id, amountCents: 500, endsPlan: false, reason: REASON }]
    for (let count = 0; count < 2; count += 1) expect(await world.callAsOperator(refundPayment, refund, key)).toEqual({ state: 'refunded' })
    expect((await world.readActs()).filter(({ act }) => act === 'refund')).toMatchObject([
      { subject: 'order', subjectId: id, detail: JSON.stringify({ amountCents: 500, endsPlan: false, reason: REASON }) },
    ])
    expect(await person.client.get(getReceipt, { id })).toMatchObject({ refundedAmount: 500 })
    expect((await world.callAsOperator(getPerson, { id: person.id })).orders[0]?.payments).toMatchObject([
      { refunded: 500, isOfPlan: false },
    ])
    expect(await checkLedger(db())).toEqual([])
  })

  it('is not refunded beyond the rest, nor for an unknown payment; nothing is recorded then', async () => {
    const id = await buySku('points_300')
    const refundCount = (await world.readActs()).filter(({ act }) => act === 'refund').length
    const refund = { id, amountCents: 100_000, endsPlan: false, reason: REASON }
    expect(await world.refusal(refundPayment, refund)).toBe('ORDER_CAN_NOT_REFUND')
    expect(await world.refusal(refundPayment, { ...refund, id: 'nothing' })).toBe('ORDER_PARAM_ERROR')
    expect((await world.readActs()).filter(({ act }) => act === 'refund')).toHaveLength(refundCount)
  })

  it('of a plan ends it on request', async () => {
    const id = await buySku('premium_yearly')
    await world.callAsOperator(refundPayment, { id, amountCents: 100, endsPlan: true, reason: REASON })
    await world.server.payRound()
    expect((await person.client.refusal(getSubscription, {})).code).toBe('H4040')
  })
})
