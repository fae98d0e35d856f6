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

const PUSH_HOST = 'files.provider.test'
/** The time limit for the arrival of a push message, long enough for a busy machine. */
const ARRIVAL_TIMEOUT = { timeout: 20_000 }

interface Arrival {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const arrivals: Arrival[] = []
let nextStatuses: number[] = []
const pushService = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => void receivePush(request, response))

async function receivePush(request: IncomingMessage, response: ServerResponse): Promise<void> {
  arrivals.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
  response.writeHead(nextStatuses.shift() ?? 201, { location: `https://${PUSH_HOST}:${port()}/moved` }).end()
}

const port = () => (pushService.address() as AddressInfo).port

let logText = ''
let server: TestServer
let engine: PausedEngine

beforeAll(async () => {
  await new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve))
  engine = createPausedEngine()
  server = await startTestServer({
    listen: false,
    engine,
    log: createLog('info', { write: (line) => (logText += line) }),
    pushNetwork: {
      resolve: async (name) => [{ address: name === PUSH_HOST ? '127.0.0.1' : '10.0.0.1', family: 4 }],
      isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
      ca: TEST_CERTIFICATE,
    },
  })
})
afterAll(async () => {
  await server.close()
  pushService.closeAllConnections()
  pushService.close()
})
beforeEach(async () => {
  await server.database.db.delete(pushSubscription)
  arrivals.length = 0
  nextStatuses = []
  logText = ''
})

interface Device {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  read(arrival: Arrival): unknown
}

/** Makes the subscription of a browser, with the private key that decrypts its messages. */
function createDevice(name: string): Device {
  const keyPair = createECDH('prime256v1')
  keyPair.generateKeys()
  const authSecret = randomBytes(16)
  const keys = { p256dh: keyPair.getPublicKey('base64url'), auth: authSecret.toString('base64url') }
  return { endpoint: `https://${PUSH_HOST}:${port()}/${name}`, keys, read: ({ body }) => JSON.parse(decrypt(body, keyPair, authSecret)) }
}

/** Decrypts a message of one record, by RFC 8291 and RFC 8188. */
function decrypt(body: Buffer, keyPair: ECDH, authSecret: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const encryptedRecord = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keyPair.getPublicKey(), senderKey])
  const inputKeyMaterial = hkdfSync('sha256', keyPair.computeSecret(senderKey), authSecret, info, 32)
  const deriveKey = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(inputKeyMaterial), salt, Buffer.from(`Content-Encoding: ${label}\0`), length))
  const decipher = createDecipheriv('aes-128-gcm', deriveKey('aes128gcm', 16), deriveKey('nonce', 12))
  decipher.setAuthTag(encryptedRecord.subarray(-16))
  const plaintext = Buffer.concat([decipher.update(encryptedRecord.subarray(0, -16)), decipher.final()])
  return plaintext.subarray(0, plaintext.lastIndexOf(2)).toString()
}

const subscribe = (client: TestClient, { endpoint, keys }: Device) => client.get(subscribePush, { endpoint, keys })
const loadSubscriptions = () => server.database.db.select().from(pushSubscription).orderBy(pushSubscription.endpoint)
const loadWaitingMessages = () => server.database.db.select().from(pushMessage)

async function beginTask(client: TestClient) {
  const commitAnswer = await commit(client, await upload(client), { prompt: 'slow push in' })
  await engine.untilPaused(1)
  return { ...commitAnswer, taskId: commitAnswer.taskIds[0] ?? '' }
}

it('few points are reported once for each notice, in words that every build of the page understands, and retried as any message', async () => {
  const visitor = await createVisitor(server)
  const phone = createDevice('low points')
  await subscribe(visitor, phone)
  const [row] = await server.database.db.select().from(pushSubscription).where(eq(pushSubscription.endpoint, phone.endpoint))
  const arrivalsBefore = arrivals.length
  nextStatuses = [503]
  await server.database.db.transaction((tx) => queuePush(tx, row?.ownerId ?? '', { pointsLeft: 40 }, Date.now()))
  await expect.poll(() => arrivals.length, ARRIVAL_TIMEOUT).toBe(arrivalsBefore + 1)
  const loadPointsMessages = () => server.database.db.select().from(pointsPush)
  await expect
    .poll(async () => (await loadPointsMessages()).map(({ dueAtMs, createdAtMs }) => dueAtMs > createdAtMs), ARRIVAL_TIMEOUT)
    .toEqual([true])
  await server.database.db.update(pointsPush).set({ dueAtMs: 0 })
  await server.database.db.transaction((tx) => queuePush(tx, row?.ownerId ?? '', { pointsLeft: 30 }, Date.now()))
  await expect.poll(() => arrivals.length, ARRIVAL_TIMEOUT).toBe(arrivalsBefore + 3)
  const messages = arrivals.slice(arrivalsBefore + 1).map((arrival) => pushMessageSchema.parse(phone.read(arrival)))
  expect(messages.map(({ title }) => title).toSorted()).toEqual(['You have 30 points left', 'You have 40 points left'])
  expect(messages[0]).toMatchObject({ path: '/pricing', taskId: expect.stringMatching(/^low-points-/) })
  await expect.poll(loadPointsMessages, ARRIVAL_TIMEOUT).toEqual([])
  await visitor.get(unsubscribePush, { endpoint: phone.endpoint })
})

describe('a browser', () => {
  it('gets its subscription key, which stays the same', async () => {
    const visitor = await createVisitor(server)
    const { vapidPublicKey } = await visitor.get(getAppInfo, {})
    expect(vapidPublicKey).toMatch(/^B[\w-]{86}$/)
    const nextServer = await startTestServer({ listen: false, database: server.database })
    expect((await (await createVisitor(nextServer)).get(getAppInfo, {})).vapidPublicKey).toBe(vapidPublicKey)
    await nextServer.stop()
  })

  it('is stored once, however often it subscribes, and deleted on request', async () => {
    const visitor = await createVisitor(server)
    const phone = createDevice('phone')
    await subscribe(visitor, phone)
    await subscribe(visitor, phone)
    expect(await loadSubscriptions()).toMatchObject([{ endpoint: phone.endpoint, sessionId: null }])
    await (await createVisitor(server)).get(unsubscribePush, { endpoint: phone.endpoint })
    expect(await loadSubscriptions()).toHaveLength(1)
    await visitor.get(unsubscribePush, { endpoint: phone.endpoint })
    await visitor.get(unsubscribePush, { endpoint: phone.endpoint })
    expect(await loadSubscriptions()).toEqual([])
  })

  it('moves only to an owner that sends its keys', async () => {
    const [firstOwner, secondOwner] = [await createVisitor(server), await createVisitor(server)]
    const phone = createDevice('phone')
    await subscribe(firstOwner, phone)
    const [subscriptionBefore] = await loadSubscriptions()
    const guessedSubscription = { endpoint: phone.endpoint, keys: createDevice('other').keys }
    expect(await secondOwner.refusal(subscribePush, guessedSubscription)).toEqual({ code: 'H3013' })
    expect(await loadSubscriptions()).toEqual([subscriptionBefore])
    await subscribe(secondOwner, phone)
    expect((await loadSubscriptions()).map(({ ownerId }) => ownerId)).not.toEqual([subscriptionBefore?.ownerId])
  })

  it('is refused where its address is not public', async () => {
    const visitor = await createVisitor(server)
    const privateEndpoints = [
      'http://files.provider.test/',
      'https://inside.test/',
      'https://127.0.0.2/',
      'https://[::1]/',
      'https://u:p@files.provider.test/',
    ]
    for (const endpoint of [...privateEndpoints, 'nonsense'])
      expect(await visitor.refusal(subscribePush, { endpoint, keys: createDevice('x').keys }), endpoint).toEqual({
        code: 'H3000',
        fields: ['endpoint'],
      })
  })

  it('needs an identity and usable keys', async () => {
    const { endpoint, keys } = createDevice('phone')
    expect(await createTestClient(server).refusal(subscribePush, { endpoint, keys })).toMatchObject({ code: 'H3009' })
    const visitor = await createVisitor(server)
    expect(await visitor.refusal(subscribePush, { endpoint, keys: { ...keys, auth: 'short' } })).toEqual({
      code: 'H3000',
      fields: ['keys.auth'],
    })
    expect(await loadSubscriptions()).toEqual([])
  })

  it('that was not seen longest is replaced by one more than MAX_PUSH_DEVICES', async () => {
    const visitor = await createVisitor(server)
    const names = Array.from({ length: MAX_PUSH_DEVICES + 1 }, (_, index) => String(index).padStart(2, '0'))
    for (const name of names) {
      await subscribe(visitor, createDevice(name))
      await server.database.db
        .update(pushSubscription)
        .set({ seenAtMs: 1000 + Number(name) })
        .where(eq(pushSubscription.endpoint, createDevice(name).endpoint))
    }
    expect((await loadSubscriptions()).map(({ endpoint }) => endpoint.slice(-2))).toEqual(names.slice(1))
  })

  it('of an account is removed with its session: by a logout here, or from another device', async () => {
    const email = 'ann@example.org'
    const { client } = await signUp(server, email)
    await subscribe(client, createDevice('here'))
    const otherBrowser = createTestClient(server)
    await otherBrowser.get(logInByEmail, { email, password: PASSWORD })
    await subscribe(otherBrowser, createDevice('there'))
    expect(await loadSubscriptions()).toHaveLength(2)
    await otherBrowser.get(endSessions, {})
    expect(await loadSubscriptions()).toMatchObject([{ endpoint: createDevice('there').endpoint }])
    await otherBrowser.get(logOut, {})
    expect(await loadSubscriptions()).toEqual([])
  })

  it('of a visitor who signs up waits until its page subscribes again', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, createDevice('phone'))
    await signUp(server, 'bob@example.org', { visitor })
    expect(await loadSubscriptions()).toEqual([])
  })
})

describe('the end of a task', () => {
  it('is sent once to each browser of its owner, encrypted for that browser, and to nobody else', async () => {
    const visitor = await createVisitor(server)
    const devices = [createDevice('desk'), createDevice('phone')]
    for (const browser of devices) await subscribe(visitor, browser)
    await subscribe(await createVisitor(server), createDevice('stranger'))
    const { batchId, taskId } = await beginTask(visitor)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    await expect.poll(loadWaitingMessages, ARRIVAL_TIMEOUT).toEqual([])
    expect(arrivals.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone'])
    for (const arrival of arrivals) {
      const message = devices.find(({ endpoint }) => endpoint.endsWith(arrival.path))?.read(arrival)
      expect(pushMessageSchema.parse(message)).toEqual({
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
    expect((await loadSubscriptions()).map(({ lastStatus }) => lastStatus)).toEqual([201, 201, null])
    for (const secret of [PUSH_HOST, devices[0]?.keys.auth ?? '', 'slow push in']) expect(logText).not.toContain(secret)
  })

  it('that is a failure is sent with its reason, and leads to the creations', async () => {
    const visitor = await createVisitor(server)
    const phone = createDevice('phone')
    await subscribe(visitor, phone)
    const { batchId } = await beginTask(visitor)
    engine.release(new EngineFailure('The picture could not be read.'))
    await untilStatus(visitor, batchId, 'FAILED')
    await expect
      .poll(() => arrivals.map((arrival) => phone.read(arrival)), ARRIVAL_TIMEOUT)
      .toMatchObject([
        { status: 'FAILED', title: 'A background task execution failed', body: 'The picture could not be read.', path: '/ai/creation' },
      ])
  })

  it('that its owner caused is not sent: a cancelled task, or one that is deleted before its message is sent', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, createDevice('phone'))
    const firstTask = await beginTask(visitor)
    const secondCommit = await commit(visitor, await upload(visitor))
    await visitor.get(cancelTask, { taskId: secondCommit.taskIds[0] ?? '' })
    nextStatuses = [503]
    engine.release()
    await untilStatus(visitor, firstTask.batchId, 'SUCCESS')
    await expect.poll(loadWaitingMessages, ARRIVAL_TIMEOUT).toMatchObject([{ taskId: firstTask.taskId, attempts: 1 }])
    await expect.poll(() => arrivals.length, ARRIVAL_TIMEOUT).toBe(1)
    await visitor.get(deleteCreations, { ids: [firstTask.taskId] })
    await server.database.db.update(pushMessage).set({ dueAtMs: 0 })
    await expect.poll(loadWaitingMessages, ARRIVAL_TIMEOUT).toEqual([])
    expect(arrivals).toHaveLength(1)
  })

  it('is neither undone nor delayed by a push service that is down', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, { ...createDevice('phone'), endpoint: `https://${PUSH_HOST}:1/phone` })
    const { batchId } = await beginTask(visitor)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    await expect.poll(loadWaitingMessages, ARRIVAL_TIMEOUT).toMatchObject([{ attempts: 1 }])
  })

  it('removes the subscription of a deleted browser, and follows no redirect', async () => {
    const visitor = await createVisitor(server)
    await subscribe(visitor, createDevice('phone'))
    const firstTask = await beginTask(visitor)
    nextStatuses = [307, 410]
    engine.release()
    await untilStatus(visitor, firstTask.batchId, 'SUCCESS')
    await expect.poll(async () => (await loadSubscriptions()).map(({ lastStatus }) => lastStatus), ARRIVAL_TIMEOUT).toEqual([307])
    const secondTask = await beginTask(visitor)
    engine.release()
    await untilStatus(visitor, secondTask.batchId, 'SUCCESS')
    await expect.poll(loadSubscriptions, ARRIVAL_TIMEOUT).toEqual([])
    expect([arrivals.length, await loadWaitingMessages()]).toEqual([2, []])
  })
})

describe('a message', () => {
  async function createEndedTask() {
    const visitor = await createVisitor(server)
    const { batchId, taskId } = await beginTask(visitor)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    await subscribe(visitor, createDevice('phone'))
    const [row] = await server.database.db.select({ ownerId: task.ownerId }).from(task).where(eq(task.id, taskId))
    const queueMessage = (atMs: number) => server.database.db.transaction((tx) => queuePush(tx, row?.ownerId ?? '', { taskId }, atMs))
    return { queueMessage }
  }

  it('is stored once, retried with growing pauses, and dropped after PUSH_ATTEMPTS', async () => {
    const { queueMessage } = await createEndedTask()
    let nowMs = Date.now() + PUSH_LIFETIME_MS
    const startMs = nowMs
    let tryCount = 0
    await queueMessage(nowMs)
    await queueMessage(nowMs)
    const post = async () => {
      tryCount += 1
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
      await expect.poll(loadWaitingMessages, ARRIVAL_TIMEOUT).toMatchObject([{ attempts: attempt, dueAtMs: nowMs + retryPauseMs(attempt) }])
      nowMs += retryPauseMs(attempt)
      delivery.wake()
    }
    await expect.poll(loadWaitingMessages, ARRIVAL_TIMEOUT).toEqual([])
    expect(tryCount).toBe(PUSH_ATTEMPTS)
    expect(nowMs - startMs).toBeLessThan(PUSH_LIFETIME_MS)
    await delivery.stop()
  })

  it('is not sent any more after its lifetime', async () => {
    const { queueMessage } = await createEndedTask()
    const atMs = Date.now() + 10 * PUSH_LIFETIME_MS
    await queueMessage(atMs)
    let tryCount = 0
    const delivery = deliverPush({
      db: server.database.db,
      nowMs: () => atMs + PUSH_LIFETIME_MS,
      log: createLog('silent'),
      tracing: NO_TRACING,
      onTried: () => undefined,
      post: async () => {
        tryCount += 1
        return 201
      },
    })
    await expect.poll(loadWaitingMessages, ARRIVAL_TIMEOUT).toEqual([])
    expect(tryCount).toBe(0)
    await delivery.stop()
  })
})

it('the figures of push', () => {
  expect([PUSH_LIFETIME_MS, OPEN_PATH_ANSWER_MS, MAX_PUSH_DEVICES, MAX_PUSH_TEXT_CHARS]).toEqual([86_400_000, 1000, 20, 80])
})
