import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mail } from '#server/database/account-schema.ts'
import { paymentEvent } from '#server/database/payment-schema.ts'
import { contactMessage, media, task } from '#server/database/schema.ts'
import { MAX_TRIES } from '#server/billing/receive-event.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { getHealth, replayWebhook } from '#shared/api/operator-health.ts'
import { getMessages, replyToMessage, setMessageState } from '#shared/api/operator-inbox.ts'
import { changePoints, steerTask, eraseFile } from '#shared/api/operator-acts.ts'
import { getOpening } from '#shared/api/operator.ts'
import { getPoints } from '#shared/api/user.ts'
import { contactUs } from '#shared/api/contact.ts'
import { createPausedEngine } from '../../fixtures/server/test-engines.ts'
import { commit, creation, untilStatus, upload } from '../client.ts'
import { addPlan } from '../money/books.ts'
import type { QuickAccount } from '../money/quick-account.ts'
import { type OperatorWorld, openOperatorWorld } from './operator-world.ts'

const FREE_BYTES = 123_456_789
let world: OperatorWorld
let person: QuickAccount
beforeAll(async () => {
  world = await openOperatorWorld({
    freeBytes: async () => FREE_BYTES,
    config: { operator: { name: null, email: 'us@example.org', address: null } },
  })
})
afterAll(() => world.server.close())
beforeEach(async () => {
  person = await world.person()
})

const db = () => world.server.database.db
const lastAct = async () => (await world.readActs()).at(-1)
const reason = 'It was reported'

describe('the inbox', () => {
  beforeEach(() => db().delete(contactMessage))
  const sendMessage = (sender: QuickAccount, subject: string) =>
    sender.client.get(contactUs, { email: sender.email, subject, message: 'One line\nand another' }, { idempotencyKey: randomUUID() })
  const readOpenMessages = async () => (await world.callAsOperator(getMessages, { state: 'open' })).data

  it('lists members first, then the longest waiting', async () => {
    const member = await world.person()
    await addPlan(db(), member.id, world.nowMs())
    await sendMessage(person, 'first')
    world.pass(1000)
    await sendMessage(person, 'second')
    world.pass(1000)
    await sendMessage(member, 'of a member')
    expect((await readOpenMessages()).map(({ subject, isPriority }) => [subject, isPriority])).toEqual([
      ['of a member', true],
      ['first', false],
      ['second', false],
    ])
    expect(await lastAct()).toMatchObject({ act: 'view_messages', subject: 'none', detail: '{"state":"open"}' })
    expect(await world.callAsOperator(getOpening, {})).toMatchObject({ openMessages: 3 })
  })

  it('answers by mail, once per key, and shows the answer; a message can be closed and opened without one', async () => {
    await sendMessage(person, 'Hello\n there')
    const [message] = await readOpenMessages()
    const key = randomUUID()
    const reply = { messageId: message?.id ?? '', body: 'Here is how.' }
    await Promise.all([world.callAsOperator(replyToMessage, reply, key), world.callAsOperator(replyToMessage, reply, key)])
    const mails = await db().select().from(mail).where(eq(mail.recipient, person.email))
    expect(mails).toMatchObject([
      { subject: 'Re: Hello there', body: 'Here is how.\n\n> One line\n> and another\n', replyTo: 'us@example.org' },
    ])
    expect(await lastAct()).toMatchObject({ act: 'reply', subject: 'message', subjectId: reply.messageId })
    expect(await readOpenMessages()).toEqual([])
    const { data } = await world.callAsOperator(getMessages, { state: 'answered' })
    expect(data).toMatchObject([{ id: reply.messageId, answeredAt: world.nowMs(), replies: [{ body: 'Here is how.' }] }])
    await world.callAsOperator(setMessageState, { messageId: reply.messageId, state: 'open' })
    expect(await lastAct()).toMatchObject({ act: 'reopened', subjectId: reply.messageId })
    expect(await readOpenMessages()).toHaveLength(1)
    await world.callAsOperator(setMessageState, { messageId: reply.messageId, state: 'answered' })
    expect(await lastAct()).toMatchObject({ act: 'answered' })
    expect(await readOpenMessages()).toEqual([])
    expect(await world.refusal(replyToMessage, { ...reply, messageId: 'nothing' })).toBe('H4001')
    expect(await world.refusal(setMessageState, { messageId: 'nothing', state: 'open' })).toBe('H4001')
    expect(await world.refusal(replyToMessage, { ...reply, body: '' })).toBe('H3000')
  })
})

describe('health', () => {
  const addEvent = (changes: Partial<typeof paymentEvent.$inferInsert>) =>
    db()
      .insert(paymentEvent)
      .values({ provider: 'sandbox', id: randomUUID(), type: 'trade', orderId: 'no-such-order', receivedAtMs: world.nowMs(), ...changes })
      .returning()
  beforeEach(() => db().delete(paymentEvent))

  it('has the server’s metrics: tasks, queues, mail, answers, errors, disk', async () => {
    const { requests: requestsBefore } = await world.callAsOperator(getHealth, {})
    await person.client.get(getPoints, {})
    const health = await world.callAsOperator(getHealth, {})
    expect(health).toMatchObject({ freeBytes: FREE_BYTES, tasks: { waiting: 0, running: 0 }, bookDifferences: 0, webhooks: [] })
    expect(health.requests.answered).toBe(requestsBefore.answered + 2)
    expect(health.requests.failed).toBe(requestsBefore.failed)
    expect(health.mail.waiting).toBe((await db().select().from(mail)).length)
  })

  it('shows failed webhooks, and processes one again', async () => {
    const [doneEvent] = await addEvent({ doneAtMs: 1, tries: 1 })
    const [waitingEvent] = await addEvent({ tries: 3 })
    const [givenUpEvent] = await addEvent({ doneAtMs: 1, tries: MAX_TRIES, receivedAtMs: world.nowMs() - 1 })
    const listedWebhooks = (await world.callAsOperator(getHealth, {})).webhooks.map(({ id, state, tries }) => [id, state, tries])
    expect(listedWebhooks).toEqual([
      [givenUpEvent?.id, 'given_up', MAX_TRIES],
      [waitingEvent?.id, 'waiting', 3],
    ])
    expect(listedWebhooks.flat()).not.toContain(doneEvent?.id)
    await world.callAsOperator(replayWebhook, { provider: 'sandbox', id: givenUpEvent?.id ?? '' })
    const [replayedEvent] = await db()
      .select()
      .from(paymentEvent)
      .where(eq(paymentEvent.id, givenUpEvent?.id ?? ''))
    // The event's order does not exist, so the replay has nothing left to do.
    expect(replayedEvent).toMatchObject({ tries: 1, doneAtMs: world.nowMs() })
    expect(await lastAct()).toMatchObject({ act: 'replay_webhook', subject: 'webhook', subjectId: givenUpEvent?.id })
    expect(await world.refusal(replayWebhook, { provider: 'sandbox', id: 'nothing' })).toBe('H4001')
    const [stripeEvent] = await addEvent({ provider: 'stripe', tries: MAX_TRIES, doneAtMs: 1 })
    expect(await world.refusal(replayWebhook, { provider: 'stripe', id: stripeEvent?.id ?? '' })).toBe('H4001')
    expect(
      await db()
        .select()
        .from(paymentEvent)
        .where(eq(paymentEvent.id, stripeEvent?.id ?? '')),
    ).toMatchObject([{ tries: MAX_TRIES, doneAtMs: 1 }])
  })
})

describe('a file', () => {
  it('is removed with its video, poster and creation, and nothing else of its owner', async () => {
    await world.callAsOperator(changePoints, { id: person.id, amount: 500, reason })
    const image = await upload(person.client)
    const batches = await Promise.all([commit(person.client, image), commit(person.client, image)])
    for (const { batchId } of batches) await untilStatus(person.client, batchId, 'SUCCESS')
    const [removedTaskId = '', remainingTaskId = ''] = batches.map(({ taskIds }) => taskIds[0] ?? '')
    const { videoUrl, previewImageUrl } = await creation(person.client, removedTaskId)
    await world.callAsOperator(eraseFile, { name: videoUrl ?? '', reason })
    for (const url of [videoUrl, previewImageUrl]) expect((await person.client.request(url ?? '')).status).toBe(404)
    await expect(creation(person.client, removedTaskId)).rejects.toThrow('H4001')
    expect(await db().select().from(task).where(eq(task.id, removedTaskId))).toMatchObject([{ isErased: true }])
    const names = new Set((await db().select({ name: media.name }).from(media)).map(({ name }) => `/media/${name}`))
    expect([videoUrl, previewImageUrl].filter((url) => names.has(url ?? ''))).toEqual([])
    const remainingCreation = await creation(person.client, remainingTaskId)
    expect((await person.client.request(remainingCreation.videoUrl ?? '')).status).toBe(200)
    expect((await person.client.request(image)).status).toBe(200)
    expect(await lastAct()).toMatchObject({ act: 'take_down', subject: 'file', detail: JSON.stringify({ reason }) })
    await world.callAsOperator(eraseFile, { name: image.replace('/media/', ''), reason })
    expect((await person.client.request(image)).status).toBe(404)
    expect(
      await db()
        .select()
        .from(media)
        .where(eq(media.name, image.replace('/media/', ''))),
    ).toEqual([])
    const actCount = (await world.readActs()).length
    expect(await world.callAsOperator(eraseFile, { name: videoUrl ?? '', reason })).toEqual({})
    expect(await world.readActs()).toHaveLength(actCount)
    expect(await world.refusal(eraseFile, { name: 'no-such-file.mp4', reason })).toBe('H4001')
  })
})

describe('a task', () => {
  it('is cancelled with a refund, or gets a job again while it waits', async () => {
    const engine = createPausedEngine()
    const pausedWorld = await openOperatorWorld({ engine })
    const somebody = await pausedWorld.person()
    await pausedWorld.callAsOperator(changePoints, { id: somebody.id, amount: 500, reason })
    const image = await upload(somebody.client)
    const [runningBatch, waitingBatch] = [await commit(somebody.client, image), await commit(somebody.client, image)]
    await untilStatus(somebody.client, runningBatch.batchId, 'PROCESSING')
    const [runningTaskId = '', waitingTaskId = ''] = [runningBatch.taskIds[0], waitingBatch.taskIds[0]]
    const lastPausedAct = async () => (await pausedWorld.readActs()).at(-1)
    await pausedWorld.callAsOperator(steerTask, { taskId: waitingTaskId, act: 'retry' })
    expect(await lastPausedAct()).toMatchObject({ act: 'retry_task', subject: 'task', subjectId: waitingTaskId })
    expect(await pausedWorld.refusal(steerTask, { taskId: runningTaskId, act: 'retry' })).toBe('H4021')
    for (const taskId of [waitingTaskId, runningTaskId]) {
      await pausedWorld.callAsOperator(steerTask, { taskId, act: 'cancel' })
      expect(await lastPausedAct()).toMatchObject({ act: 'cancel_task', subject: 'task', subjectId: taskId })
    }
    const actCount = (await pausedWorld.readActs()).length
    await pausedWorld.callAsOperator(steerTask, { taskId: runningTaskId, act: 'cancel' })
    expect(await pausedWorld.readActs()).toHaveLength(actCount)
    expect(await somebody.client.get(getPoints, {})).toEqual({ points: 500, held: 0 })
    expect(await pausedWorld.refusal(steerTask, { taskId: 'nothing', act: 'cancel' })).toBe('H4001')
    expect(await checkLedger(pausedWorld.server.database.db)).toEqual([])
    await pausedWorld.server.close()
  })
})
