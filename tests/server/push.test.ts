import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ECDH, createECDH, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { pointsPush, pushMessage, pushSubscription } from '#server/database/push-schema.ts'
import { task } from '#server/database/schema.ts'
import { createLog } from '#server/telemetry/log.ts'
import { isPublicAddress } from '#server/net/open-public.ts'
import { deliverPush, PUSH_ATTEMPTS } from '#server/offline/deliver-push.ts'
import { retryPauseMs } from '#server/net/deliver-due.ts'
import { queuePush } from '#server/queue/queue-push.ts'
import { endSessions } from '#shared/api/account-settings.ts'
import { getAppInfo } from '#shared/api/app-info.ts'
import { logInByEmail, logOut } from '#shared/api/auth.ts'
import { cancelTask, deleteCreations } from '#shared/api/generation.ts'
import { subscribePush, unsubscribePush, pushMessageSchema } from '#shared/api/push.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { MAX_PUSH_DEVICES, MAX_PUSH_TEXT_CHARS, OPEN_PATH_ANSWER_MS, PUSH_LIFETIME_MS } from '#shared/domain/push-rules.ts'
import { EngineFailure } from '#server/motion/engine.ts'
import { NO_TRACING } from '#server/telemetry/tracing.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../fixtures/engines/test-certificate.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createTestClient, createVisitor, untilStatus, upload } from './client.ts'
import { PASSWORD, signUp } from './sign-up.ts'

const HOST = 'files.provider.test'
/** The time limit for the arrival of a push message, long enough for a busy machine. */
const SOON = { timeout: 20_000 }

interface Arrival {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const arrivals: Arrival[] = []
let answers: number[] = []
const service = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => void receive(request, response))

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  arrivals.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
  response.writeHead(answers.shift() ?? 201, { location: `https://${HOST}:${port()}/moved` }).end()
}

const port = () => (service.address() as AddressInfo).port

let lines = ''
let server: TestServer
let engine: PausedEngine

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  engine = createPausedEngine()
  server = await startTestServer({
    listen: false,
    engine,
    log: createLog('info', { write: (line) => (lines += line) }),
    pushNetwork: {
      resolve: async (name) => [{ address: name === HOST ? '127.0.0.1' : '10.0.0.1', family: 4 }],
      isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
      ca: TEST_CERTIFICATE,
    },
  })
})
afterAll(async () => {
  await server.close()
  service.closeAllConnections()
  service.close()
})
beforeEach(async () => {
  await server.database.db.delete(pushSubscription)
  arrivals.length = 0
  answers = []
  lines = ''
})

interface Device {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  read(arrival: Arrival): unknown
}

/** The subscription of a browser, with the private key that decrypts its messages. */
function device(name: string): Device {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const secret = randomBytes(16)
  const keys = { p256dh: own.getPublicKey('base64url'), auth: secret.toString('base64url') }
  return { endpoint: `https://${HOST}:${port()}/${name}`, keys, read: ({ body }) => JSON.parse(decrypt(body, own, secret)) }
}

/** Decrypts a message of one record, by RFC 8291 and RFC 8188. */
function decrypt(body: Buffer, own: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16)
  const theirs = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + theirs.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
  const ikm = hkdfSync('sha256', own.computeSecret(theirs), secret, info, 32)
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, Buffer.from(`Content-Encoding: ${label}\0`), length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

const subscribe = (client: TestClient, { endpoint, keys }: Device) => client.get(subscribePush, { endpoint, keys })
const subscriptions = () => server.database.db.select().from(pushSubscription).orderBy(pushSubscription.endpoint)
const waiting = () => server.database.db.select().from(pushMessage)

async function begin(client: TestClient) {
  const made = await commit(client, await upload(client), { prompt: 'slow push in' })
  await engine.untilPaused(1)
  return { ...made, taskId: made.taskIds[0] ?? '' }
}

it('few points are reported once for each notice, in words that every build of the page understands, and retried as any message', async () => {
  const visitor = await createVisitor(server)
  const phone = device('low points')
  await subscribe(visitor, phone)
  const [row] = await server.database.db.select().from(pushSubscription).where(eq(pushSubscription.endpoint, phone.endpoint))
  const at = arrivals.length
  answers = [503]
  await server.database.db.transaction((tx) => queuePush(tx, row?.ownerId ?? '', { pointsLeft: 40 }, Date.now()))
  await expect.poll(() => arrivals.length, SOON).toBe(at + 1)
  const left = () => server.database.db.select().from(pointsPush)
  await expect.poll(async () => (await left()).map(({ dueAtMs, createdAtMs }) => dueAtMs > createdAtMs), SOON).toEqual([true])
  await server.database.db.update(pointsPush).set({ dueAtMs: 0 })
  await server.database.db.transaction((tx) => queuePush(tx, row?.ownerId ?? '', { pointsLeft: 30 }, Date.now()))
  await expect.poll(() => arrivals.length, SOON).toBe(at + 3)
  const words = arrivals.slice(at + 1).map((arrival) => pushMessageSchema.parse(phone.read(arrival)))
  expect(words.map(({ title }) => title).toSorted()).toEqual(['You have 30 points left', 'You have 40 points left'])
  expect(words[0]).toMatchObject({ path: '/pricing', taskId: expect.stringMatching(/^low-points-/) })
  await expect.poll(left, SOON).toEqual([])
  await visitor.get(unsubscribePush, { endpoint: phone.endpoint })
})

describe('a browser', () => {
  it('gets its subscription key, which stays the same', async () => {
    const visitor = await createVisitor(server)
    const { vapidPublicKey } = await visitor.get(getAppInfo, {})
    expect(vapidPublicKey).toMatch(/^B[\w-]{86}$/)
    const next = await startTestServer({ listen: false, database: server.database })
    expect((await (await createVisitor(next)).get(getAppInfo, {})).vapidPublicKey).toBe(vapidPublicKey)
    await next.stop()
  })

  it('is stored once, however often it subscribes, and deleted on request', async () => {
    const visitor = await createVisitor(server)
    const phone = device('phone')
    await subscribe(visitor, phone)
    await subscribe(visitor, phone)
    expect(await subscriptions()).toMatchObject([{ endpoint: phone.endpoint, sessionId: null }])
    await (await createVisitor(server)).get(unsubscribePush, { endpoint: phone.endpoint })
    expect(await subscriptions()).toHaveLength(1)
    await visitor.get(unsubscribePush, { endpoint: phone.endpoint })
    await visitor.get(unsubscribePush, { endpoint: phone.endpoint })
    expect(await subscriptions()).toEqual([])
  })

  it('moves only to an owner that sends its keys', async () => {
    const [one, two] = [await createVisitor(server), await createVisitor(server)]
    const phone = device('phone')
    await subscribe(one, phone)
    const [before] = await subscriptions()
    const guessed = { endpoint: phone.endpoint, keys: device('other').keys }
    expect(await two.refusal(subscribePush, guessed)).toEqual({ code: 'H3013' })
    expect(await subscriptions()).toEqual([before])
    await subscribe(two, phone)
    expect((await subscriptions()).map(({ ownerId }) => ownerId)).not.toEqual([before?.ownerId])
  })

  it('is refused where its address is not public', async () => {
    const visitor = await createVisitor(server)
    const notPublic = [
      'http://files.provider.test/',
      'https://inside.test/',
      'https://127.0.0.2/',
      'https://[::1]/',
      'https://u:p@files.provider.test/',
    ]
    for (const endpoint of [...notPublic, 'nonsense'])
      expect(await visitor.refusal(subscribePush, { endpoint, keys: device('x').keys }), endpoint).toEqual({
        code: 'H3000',
        fields: ['endpoint'],
      })
  })

  it('needs an identity and usable keys', async () => {
    const { endpoint, keys } = device('phone')
    expect(await createTestClient(server).refusal(subscribePush, { endpoint, keys })).toMatchObject({ code: 'H3009' })
    const visitor = await createVisitor(server)
    expect(await visitor.refusal(subscribePush, { endpoint, keys: { ...keys, auth: 'short' } })).toEqual({
      code: 'H3000',
      fields: ['keys.auth'],
    })
    expect(await subscriptions()).toEqual([])
  })

  it('that was not seen longest is replaced by one more than MAX_PUSH_DEVICES', async () => {
    const visitor = await createVisitor(server)
    const names = Array.from({ length: MAX_PUSH_DEVICES + 1 }, (_, index) => String(index).padStart(2, '0'))
    for (const name of names) {
      await subscribe(visitor, device(name))
      await server.database.db
        .update(pushSubscription)
        .set({ seenAtMs: 1000 + Number(name) })
        .where(eq(pushSubscription.endpoint, device(name).endpoint))
    }
    expect((await subscriptions()).map(({ endpoint }) => endpoint.slice(-2))).toEqual(names.slice(1))
  })

  it('of an account is removed with its session: by a logout here, or from another device', async () => {
    const email = 'ann@example.org'
    const { client } = await signUp(server, email)
    await subscribe(client, device('here'))
    const other = createTestClient(server)
    await other.get(logInByEmail, { email, password: PASSWORD })
    await subscribe(other, device('there'))
    expect(await subscriptions()).toHaveLength(2)
    await other.get(endSessions, {})
    expect(await subscriptions()).toMatchObject([{ endpoint: device('there').endpoint }])
    await other.get(logOut, {})
    expect(await subscriptions()).toEqual([])
  })

  it('of a visitor who signs up waits until its page subscribes again', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, device('phone'))
    await signUp(server, 'bob@example.org', { visitor })
    expect(await subscriptions()).toEqual([])
  })
})

describe('the end of a task', () => {
  it('is sent once to each browser of its owner, encrypted for that browser, and to nobody else', async () => {
    const visitor = await createVisitor(server)
    const devices = [device('desk'), device('phone')]
    for (const one of devices) await subscribe(visitor, one)
    await subscribe(await createVisitor(server), device('stranger'))
    const { batchId, taskId } = await begin(visitor)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    await expect.poll(waiting, SOON).toEqual([])
    expect(arrivals.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone'])
    for (const arrival of arrivals) {
      const words = devices.find(({ endpoint }) => endpoint.endsWith(arrival.path))?.read(arrival)
      expect(pushMessageSchema.parse(words)).toEqual({
        taskId,
        status: 'SUCCESS',
        title: 'A background task finished successfully',
        body: 'slow push in',
        path: creationPath({ id: taskId, bizType: 'CUSTOM', batchId }),
      })
      expect(arrival.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: taskId.replaceAll('-', '') })
      expect(arrival.headers.authorization).toMatch(/^vapid t=/)
      expect(Number(arrival.headers['ttl'])).toBeGreaterThan(PUSH_LIFETIME_MS / 1000 - 60)
      expect(arrival.body.toString('latin1')).not.toContain('slow push in')
    }
    expect((await subscriptions()).map(({ lastStatus }) => lastStatus)).toEqual([201, 201, null])
    for (const secret of [HOST, devices[0]?.keys.auth ?? '', 'slow push in']) expect(lines).not.toContain(secret)
  })

  it('that is a failure is sent with its reason, and leads to the creations', async () => {
    const visitor = await createVisitor(server)
    const phone = device('phone')
    await subscribe(visitor, phone)
    const { batchId } = await begin(visitor)
    engine.release(new EngineFailure('The picture could not be read.'))
    await untilStatus(visitor, batchId, 'FAILED')
    await expect
      .poll(() => arrivals.map((arrival) => phone.read(arrival)), SOON)
      .toMatchObject([
        { status: 'FAILED', title: 'A background task execution failed', body: 'The picture could not be read.', path: '/ai/creation' },
      ])
  })

  it('that its owner caused is not sent: a cancelled task, or one that is deleted before its message is sent', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, device('phone'))
    const first = await begin(visitor)
    const second = await commit(visitor, await upload(visitor))
    await visitor.get(cancelTask, { taskId: second.taskIds[0] ?? '' })
    answers = [503]
    engine.release()
    await untilStatus(visitor, first.batchId, 'SUCCESS')
    await expect.poll(waiting, SOON).toMatchObject([{ taskId: first.taskId, attempts: 1 }])
    await expect.poll(() => arrivals.length, SOON).toBe(1)
    await visitor.get(deleteCreations, { ids: [first.taskId] })
    await server.database.db.update(pushMessage).set({ dueAtMs: 0 })
    await expect.poll(waiting, SOON).toEqual([])
    expect(arrivals).toHaveLength(1)
  })

  it('is neither undone nor delayed by a push service that is down', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, { ...device('phone'), endpoint: `https://${HOST}:1/phone` })
    const { batchId } = await begin(visitor)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    await expect.poll(waiting, SOON).toMatchObject([{ attempts: 1 }])
  })

  it('removes the subscription of a deleted browser, and follows no redirect', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, device('phone'))
    const first = await begin(visitor)
    answers = [307, 410]
    engine.release()
    await untilStatus(visitor, first.batchId, 'SUCCESS')
    await expect.poll(async () => (await subscriptions()).map(({ lastStatus }) => lastStatus), SOON).toEqual([307])
    const second = await begin(visitor)
    engine.release()
    await untilStatus(visitor, second.batchId, 'SUCCESS')
    await expect.poll(subscriptions, SOON).toEqual([])
    expect([arrivals.length, await waiting()]).toEqual([2, []])
  })
})

describe('a message', () => {
  async function endedTask() {
    const visitor = await createVisitor(server)
    const { batchId, taskId } = await begin(visitor)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    await subscribe(visitor, device('phone'))
    const [row] = await server.database.db.select({ ownerId: task.ownerId }).from(task).where(eq(task.id, taskId))
    const put = (atMs: number) => server.database.db.transaction((tx) => queuePush(tx, row?.ownerId ?? '', { taskId }, atMs))
    return { put }
  }

  it('is stored once, retried with growing pauses, and dropped after PUSH_ATTEMPTS', async () => {
    const { put } = await endedTask()
    let nowMs = Date.now() + PUSH_LIFETIME_MS
    const startMs = nowMs
    let tries = 0
    await put(nowMs)
    await put(nowMs)
    const post = async () => {
      tries += 1
      return 503
    }
    const delivery = deliverPush({
      db: server.database.db,
      nowMs: () => nowMs,
      log: createLog('silent'),
      tracing: NO_TRACING,
      post,
      onTried: () => undefined,
    })
    for (let attempt = 1; attempt < PUSH_ATTEMPTS; attempt += 1) {
      await expect.poll(waiting, SOON).toMatchObject([{ attempts: attempt, dueAtMs: nowMs + retryPauseMs(attempt) }])
      nowMs += retryPauseMs(attempt)
      delivery.wake()
    }
    await expect.poll(waiting, SOON).toEqual([])
    expect(tries).toBe(PUSH_ATTEMPTS)
    expect(nowMs - startMs).toBeLessThan(PUSH_LIFETIME_MS)
    await delivery.stop()
  })

  it('is not sent any more after its lifetime', async () => {
    const { put } = await endedTask()
    const atMs = Date.now() + 10 * PUSH_LIFETIME_MS
    await put(atMs)
    let tries = 0
    const delivery = deliverPush({
      db: server.database.db,
      nowMs: () => atMs + PUSH_LIFETIME_MS,
      log: createLog('silent'),
      tracing: NO_TRACING,
      onTried: () => undefined,
      post: async () => {
        tries += 1
        return 201
      },
    })
    await expect.poll(waiting, SOON).toEqual([])
    expect(tries).toBe(0)
    await delivery.stop()
  })
})

it('the figures of push', () => {
  expect([PUSH_LIFETIME_MS, OPEN_PATH_ANSWER_MS, MAX_PUSH_DEVICES, MAX_PUSH_TEXT_CHARS]).toEqual([86_400_000, 1000, 20, 80])
})
