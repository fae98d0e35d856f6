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
const lastAct = async () => (await world.acts()).at(-1)
const reason = 'It was reported'

describe('the inbox', () => {
  beforeEach(() => db().delete(contactMessage))
  const write = (who: QuickAccount, subject: string) =>
    who.client.get(contactUs, { email: who.email, subject, message: 'One line\nand another' }, { idempotencyKey: randomUUID() })
  const open = async () => (await world.act(getMessages, { state: 'open' })).data

  it('lists members first, then the longest waiting', async () => {
    const member = await world.person()
    await addPlan(db(), member.id, world.nowMs())
    await write(person, 'first')
    world.pass(1000)
    await write(person, 'second')
    world.pass(1000)
    await write(member, 'of a member')
    expect((await open()).map(({ subject, isPriority }) => [subject, isPriority])).toEqual([
      ['of a member', true],
      ['first', false],
      ['second', false],
    ])
    expect(await lastAct()).toMatchObject({ act: 'view_messages', subject: 'none', detail: '{"state":"open"}' })
    expect(await world.act(getOpening, {})).toMatchObject({ openMessages: 3 })
  })

  it('answers by mail, once per key, and shows the answer; a message can be closed and opened without one', async () => {
    await write(person, 'Hello\n there')
    const [message] = await open()
    const key = randomUUID()
    const reply = { messageId: message?.id ?? '', body: 'Here is how.' }
    await Promise.all([world.act(replyToMessage, reply, key), world.act(replyToMessage, reply, key)])
    const mails = await db().select().from(mail).where(eq(mail.recipient, person.email))
    expect(mails).toMatchObject([
      { subject: 'Re: Hello there', body: 'Here is how.\n\n> One line\n> and another\n', replyTo: 'us@example.org' },
    ])
    expect(await lastAct()).toMatchObject({ act: 'reply', subject: 'message', subjectId: reply.messageId })
    expect(await open()).toEqual([])
    const { data } = await world.act(getMessages, { state: 'answered' })
    expect(data).toMatchObject([{ id: reply.messageId, answeredAt: world.nowMs(), replies: [{ body: 'Here is how.' }] }])
    await world.act(setMessageState, { messageId: reply.messageId, state: 'open' })
    expect(await lastAct()).toMatchObject({ act: 'reopened', subjectId: reply.messageId })
    expect(await open()).toHaveLength(1)
    await world.act(setMessageState, { messageId: reply.messageId, state: 'answered' })
    expect(await lastAct()).toMatchObject({ act: 'answered' })
    expect(await open()).toEqual([])
    expect(await world.refusal(replyToMessage, { ...reply, messageId: 'nothing' })).toBe('H4001')
    expect(await world.refusal(setMessageState, { messageId: 'nothing', state: 'open' })).toBe('H4001')
    expect(await world.refusal(replyToMessage, { ...reply, body: '' })).toBe('H3000')
  })
})

describe('health', () => {
  const event = (changes: Partial<typeof paymentEvent.$inferInsert>) =>
    db()
      .insert(paymentEvent)
      .values({ provider: 'sandbox', id: randomUUID(), type: 'trade', orderId: 'no-such-order', receivedAtMs: world.nowMs(), ...changes })
      .returning()
  beforeEach(() => db().delete(paymentEvent))

  it('has the server’s metrics: tasks, queues, mail, answers, errors, disk', async () => {
    const { requests: before } = await world.act(getHealth, {})
    await person.client.get(getPoints, {})
    const health = await world.act(getHealth, {})
    expect(health).toMatchObject({ freeBytes: FREE_BYTES, tasks: { waiting: 0, running: 0 }, bookDifferences: 0, webhooks: [] })
    expect(health.requests.answered).toBe(before.answered + 2)
    expect(health.requests.failed).toBe(before.failed)
    expect(health.mail.waiting).toBe((await db().select().from(mail)).length)
  })

  it('shows failed webhooks, and processes one again', async () => {
    const [done] = await event({ doneAtMs: 1, tries: 1 })
    const [waiting] = await event({ tries: 3 })
    const [given] = await event({ doneAtMs: 1, tries: MAX_TRIES, receivedAtMs: world.nowMs() - 1 })
    const shown = (await world.act(getHealth, {})).webhooks.map(({ id, state, tries }) => [id, state, tries])
    expect(shown).toEqual([
      [given?.id, 'given_up', MAX_TRIES],
      [waiting?.id, 'waiting', 3],
    ])
    expect(shown.flat()).not.toContain(done?.id)
    await world.act(replayWebhook, { provider: 'sandbox', id: given?.id ?? '' })
    const [after] = await db()
      .select()
      .from(paymentEvent)
      .where(eq(paymentEvent.id, given?.id ?? ''))
    // The event's order does not exist, so the replay has nothing left to do.
    expect(after).toMatchObject({ tries: 1, doneAtMs: world.nowMs() })
    expect(await lastAct()).toMatchObject({ act: 'replay_webhook', subject: 'webhook', subjectId: given?.id })
    expect(await world.refusal(replayWebhook, { provider: 'sandbox', id: 'nothing' })).toBe('H4001')
    const [foreign] = await event({ provider: 'stripe', tries: MAX_TRIES, doneAtMs: 1 })
    expect(await world.refusal(replayWebhook, { provider: 'stripe', id: foreign?.id ?? '' })).toBe('H4001')
    expect(
      await db()
        .select()
        .from(paymentEvent)
        .where(eq(paymentEvent.id, foreign?.id ?? '')),
    ).toMatchObject([{ tries: MAX_TRIES, doneAtMs: 1 }])
  })
})

describe('a file', () => {
  it('is removed with its video, poster and creation, and nothing else of its owner', async () => {
    await world.act(changePoints, { id: person.id, amount: 500, reason })
    const image = await upload(person.client)
    const made = await Promise.all([commit(person.client, image), commit(person.client, image)])
    for (const { batchId } of made) await untilStatus(person.client, batchId, 'SUCCESS')
    const [removed = '', remaining = ''] = made.map(({ taskIds }) => taskIds[0] ?? '')
    const { videoUrl, previewImageUrl } = await creation(person.client, removed)
    await world.act(eraseFile, { name: videoUrl ?? '', reason })
    for (const url of [videoUrl, previewImageUrl]) expect((await person.client.request(url ?? '')).status).toBe(404)
    await expect(creation(person.client, removed)).rejects.toThrow('H4001')
    expect(await db().select().from(task).where(eq(task.id, removed))).toMatchObject([{ isErased: true }])
    const names = new Set((await db().select({ name: media.name }).from(media)).map(({ name }) => `/media/${name}`))
    expect([videoUrl, previewImageUrl].filter((url) => names.has(url ?? ''))).toEqual([])
    const other = await creation(person.client, remaining)
    expect((await person.client.request(other.videoUrl ?? '')).status).toBe(200)
    expect((await person.client.request(image)).status).toBe(200)
    expect(await lastAct()).toMatchObject({ act: 'take_down', subject: 'file', detail: JSON.stringify({ reason }) })
    await world.act(eraseFile, { name: image.replace('/media/', ''), reason })
    expect((await person.client.request(image)).status).toBe(404)
    expect(
      await db()
        .select()
        .from(media)
        .where(eq(media.name, image.replace('/media/', ''))),
    ).toEqual([])
    const acts = (await world.acts()).length
    expect(await world.act(eraseFile, { name: videoUrl ?? '', reason })).toEqual({})
    expect(await world.acts()).toHaveLength(acts)
    expect(await world.refusal(eraseFile, { name: 'no-such-file.mp4', reason })).toBe('H4001')
  })
})

describe('a task', () => {
  it('is cancelled with a refund, or gets a job again while it waits', async () => {
    const engine = createPausedEngine()
    const pausedWorld = await openOperatorWorld({ engine })
    const somebody = await pausedWorld.person()
    await pausedWorld.act(changePoints, { id: somebody.id, amount: 500, reason })
    const image = await upload(somebody.client)
    const [running, waiting] = [await commit(somebody.client, image), await commit(somebody.client, image)]
    await untilStatus(somebody.client, running.batchId, 'PROCESSING')
    const [runs = '', waits = ''] = [running.taskIds[0], waiting.taskIds[0]]
    const at = async () => (await pausedWorld.acts()).at(-1)
    await pausedWorld.act(steerTask, { taskId: waits, act: 'retry' })
    expect(await at()).toMatchObject({ act: 'retry_task', subject: 'task', subjectId: waits })
    expect(await pausedWorld.refusal(steerTask, { taskId: runs, act: 'retry' })).toBe('H4021')
    for (const taskId of [waits, runs]) {
      await pausedWorld.act(steerTask, { taskId, act: 'cancel' })
      expect(await at()).toMatchObject({ act: 'cancel_task', subject: 'task', subjectId: taskId })
    }
    const before = (await pausedWorld.acts()).length
    await pausedWorld.act(steerTask, { taskId: runs, act: 'cancel' })
    expect(await pausedWorld.acts()).toHaveLength(before)
    expect(await somebody.client.get(getPoints, {})).toEqual({ points: 500, held: 0 })
    expect(await pausedWorld.refusal(steerTask, { taskId: 'nothing', act: 'cancel' })).toBe('H4001')
    expect(await checkLedger(pausedWorld.server.database.db)).toEqual([])
    await pausedWorld.server.close()
  })
})
