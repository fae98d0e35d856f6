import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mail } from '#server/database/account-schema.ts'
import { contactMessage } from '#server/database/schema.ts'
import { contactUs } from '#shared/api/contact.ts'
import { MAX_CONTACT_MESSAGES_PER_HOUR } from '#shared/domain/support-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor } from './client.ts'
import { addPlan } from './money/books.ts'
import { quickAccount } from './money/quick-account.ts'

const MESSAGE = { email: 'ann@example.org', subject: 'Hello', message: 'Where is my video?' }
const START_MS = Date.now()
let nowMs = START_MS
let server: TestServer
let visitor: TestClient
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
})
afterAll(() => server.close())
beforeEach(async () => {
  nowMs = START_MS
  await server.database.db.delete(contactMessage)
  visitor = await createVisitor(server, { nowMs: () => nowMs })
})

const send = (client: TestClient, key: string = randomUUID(), changes = {}) =>
  client.call(contactUs, { ...MESSAGE, ...changes }, { idempotencyKey: key })
const loadMessages = () => server.database.db.select().from(contactMessage)

describe('a message to us', () => {
  it('is stored once per key, also for parallel requests', async () => {
    const key = randomUUID()
    const answers = await Promise.all([send(visitor, key), send(visitor, key)])
    expect([...answers, await send(visitor, key)].every(({ ok }) => ok)).toBe(true)
    expect(await loadMessages()).toMatchObject([{ ...MESSAGE, createdAtMs: START_MS }])
    expect(await send(visitor, key, { message: 'another' })).toMatchObject({ error: { code: 'H3000', fields: ['idempotency-key'] } })
  })

  it('is accepted a limited number of times an hour, then the answer says when to retry, and others may still write', async () => {
    const firstKey = randomUUID()
    await send(visitor, firstKey)
    nowMs += 60_000
    const laterAnswers = Array.from({ length: MAX_CONTACT_MESSAGES_PER_HOUR + 1 }, () => send(visitor))
    expect((await Promise.all(laterAnswers)).filter(({ ok }) => ok)).toHaveLength(MAX_CONTACT_MESSAGES_PER_HOUR - 1)
    const refusedKey = randomUUID()
    expect(await send(visitor, refusedKey)).toMatchObject({ error: { code: 'H4022', retry: 'later', afterMs: 3_540_000 } })
    expect(visitor.status()).toBe(429)
    expect(await send(visitor, firstKey)).toMatchObject({ ok: true })
    expect(await send(await createVisitor(server, { nowMs: () => nowMs }))).toMatchObject({ ok: true })
    nowMs += 3_540_000
    expect(await send(visitor, refusedKey)).toMatchObject({ ok: true })
  })

  it('is also a mail to the operator, where one is configured, and its reply goes to the sender', async () => {
    const serverWithOperator = await startTestServer({
      listen: false,
      nowMs: () => nowMs,
      config: { operator: { name: null, email: 'us@example.org', address: null } },
    })
    const client = await createVisitor(serverWithOperator, { nowMs: () => nowMs })
    const key = randomUUID()
    await send(client, key, { subject: 'Hello\n there' })
    await send(client, key, { subject: 'Hello\n there' })
    const mails = await serverWithOperator.database.db.select().from(mail)
    expect(mails).toMatchObject([{ recipient: 'us@example.org', replyTo: MESSAGE.email, subject: 'Kinora support: Hello there' }])
    expect(mails[0]?.body).toContain(MESSAGE.message)
    const member = await quickAccount({ server: serverWithOperator, nowMs: () => nowMs })
    await addPlan(serverWithOperator.database.db, member.id, nowMs)
    await send(member.client)
    const subjects = (await serverWithOperator.database.db.select().from(mail)).map(({ subject }) => subject)
    expect(subjects).toContain('Kinora priority support: Hello')
    await serverWithOperator.close()
  })

  it('needs an address, a subject, a text, a key and a known visitor', async () => {
    const idempotencyKey = randomUUID()
    for (const [field, value] of [
      ['email', 'no address'],
      ['email', '@x'],
      ['email', `${'a'.repeat(250)}@b.cd`],
      ['subject', ''],
      ['message', 'x'.repeat(5001)],
      ['message', 'a\0'],
    ] as const) {
      const input = { ...MESSAGE, [field]: value }
      expect(await visitor.refusal(contactUs, input, { idempotencyKey }), value.slice(0, 20)).toEqual({ code: 'H3000', fields: [field] })
    }
    expect(await visitor.refusal(contactUs, MESSAGE)).toEqual({ code: 'H3001', fields: ['idempotency-key'] })
    const stranger = createTestClient(server, { nowMs: () => nowMs })
    expect(await stranger.refusal(contactUs, MESSAGE, { idempotencyKey })).toEqual({ code: 'H3009' })
    expect(await loadMessages()).toEqual([])
  })
})
