import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, ENGINE_WEBHOOK_PATH } from '#server/motion/engine.ts'
import { createFalEngine } from '#server/motion/engines/fal/fal-provider.ts'
import { WEBHOOK_WINDOW_S } from '#server/motion/engines/remote/wakeups.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, COMPLETED, FAL_KEY, IN_PROGRESS, signEvent, startFalStub } from '../../fixtures/engines/fal-stub.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { ORIGIN } from '../client.ts'

const WEBHOOK_URL = 'https://kinora.example/api/engine/webhook/fal'

let fal: FalStub
let bench: EngineBench
let engine: Engine
let run: Promise<unknown>
const stopController = new AbortController()

/** Starts an engine with one video at fal. The run of this video waits between two polls. */
beforeEach(async () => {
  fal = await startFalStub()
  bench = await createEngineBench()
  const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl: `${fal.origin}/.well-known/jwks.json` } as const
  engine = createFalEngine({ ...bench.deps, config, webhookUrl: WEBHOOK_URL })
  fal.statuses = [IN_PROGRESS]
  bench.clock.hold()
  run = bench.run(engine, bench.request(), stopController.signal)
  await bench.clock.untilAsleep()
  fal.statuses = [COMPLETED]
})

afterEach(async () => {
  bench.clock.release()
  await run
  await fal.close()
  await bench.close()
})

const requestId = () => fal.ids[0]!
/** Delivers an event, and returns whether the engine verified it. A verified event also notifies the run that waits for the video. */
async function deliver({ headers, body }: ReturnType<typeof signEvent>): Promise<boolean> {
  const workId = await engine.webhook!(headers, body)
  if (workId !== null) engine.onWebhook?.(workId)
  return workId !== null
}
const countPolls = () => fal.of('GET', /\/status$/).length
const countKeyRequests = () => fal.of('GET', /jwks/).length

describe('events from fal', () => {
  it('are requested at our address, and end the wait at once', async () => {
    expect(fal.of('POST', /^\/fal-ai/)[0]!.query.get('fal_webhook')).toBe(WEBHOOK_URL)
    expect(await deliver(signEvent(fal.privateKey, requestId(), bench.clock.nowMs()))).toBe(true)
    await run
    expect(countPolls()).toBe(2)
  })

  it('decide nothing themselves: their content is polled', async () => {
    const body = JSON.stringify({
      request_id: requestId(),
      status: 'ERROR',
      error: 'forged',
      payload: { video: { url: 'http://127.0.0.1/' } },
    })
    expect(await deliver(signEvent(fal.privateKey, requestId(), bench.clock.nowMs(), body))).toBe(true)
    await run
  })

  it('are rejected with a foreign key, a changed body, a changed request or without a signature', async () => {
    const nowMs = bench.clock.nowMs()
    const makeEvent = () => signEvent(fal.privateKey, requestId(), nowMs)
    const foreignEvent = signEvent(generateKeyPairSync('ed25519').privateKey, requestId(), nowMs)
    const changedEvent = { ...makeEvent(), body: new Uint8Array(Buffer.from('{}')) }
    const renamedEvent = signEvent(fal.privateKey, 'another-request', nowMs)
    renamedEvent.headers.set('x-fal-webhook-request-id', requestId())
    const unsignedEvent = makeEvent()
    unsignedEvent.headers.delete('x-fal-webhook-signature')
    for (const event of [foreignEvent, changedEvent, renamedEvent, unsignedEvent]) expect(await deliver(event)).toBe(false)
    expect(countPolls()).toBe(1)
  })

  it('expire outside of five minutes, in both directions', async () => {
    const windowMs = WEBHOOK_WINDOW_S * 1000
    const deliverAt = (ms: number) => deliver(signEvent(fal.privateKey, requestId(), bench.clock.nowMs() + ms))
    expect(await deliverAt(-windowMs - 1000)).toBe(false)
    expect(await deliverAt(windowMs + 1000)).toBe(false)
    expect(countKeyRequests()).toBe(0)
    expect(await deliverAt(-windowMs + 1000)).toBe(true)
  })

  it('count once', async () => {
    fal.statuses = [IN_PROGRESS]
    const event = signEvent(fal.privateKey, requestId(), bench.clock.nowMs())
    expect(await deliver(event)).toBe(true)
    expect(await deliver(event)).toBe(false)
    fal.statuses = [COMPLETED]
  })

  it('about work of another process are accepted, and cause no poll here; a name that no request has loads no key', async () => {
    expect(await deliver(signEvent(fal.privateKey, 'no name', bench.clock.nowMs()))).toBe(false)
    expect(countKeyRequests()).toBe(0)
    expect(await deliver(signEvent(fal.privateKey, 'somebody-elses', bench.clock.nowMs()))).toBe(true)
    expect(countPolls()).toBe(1)
  })

  it('are accepted after fal has changed its keys, without a reload at each forgery', async () => {
    const deliverForged = () => deliver(signEvent(generateKeyPairSync('ed25519').privateKey, requestId(), bench.clock.nowMs()))
    for (let count = 0; count < 5; count += 1) await deliverForged()
    expect(countKeyRequests()).toBe(1)
    const nextKeys = generateKeyPairSync('ed25519')
    fal.publish([nextKeys.publicKey])
    bench.clock.pass(60_000)
    expect(await deliver(signEvent(nextKeys.privateKey, requestId(), bench.clock.nowMs()))).toBe(true)
    expect(countKeyRequests()).toBe(2)
  })
})

describe('the webhook address', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({ listen: false, engine })
  })
  afterEach(() => server.close())

  const post = (path: string, init: RequestInit) => server.app.request(ORIGIN + path, { method: 'POST', ...init })

  it('is open to other servers, unlike all other calls, returns no body, and accepts no more than a megabyte', async () => {
    const path = `${ENGINE_WEBHOOK_PATH}fal`
    const { headers, body } = signEvent(fal.privateKey, requestId(), bench.clock.nowMs())
    const forgedAnswer = await post(path, { body: '{}' })
    const validAnswer = await post(path, { headers, body })
    expect([forgedAnswer.status, await forgedAnswer.text()]).toEqual([204, ''])
    expect([validAnswer.status, await validAnswer.text()]).toEqual([204, ''])
    await run
    expect((await post(path, { body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413)
    expect((await post(`${ENGINE_WEBHOOK_PATH}comfyui`, { body: '{}' })).status).toBe(404)
    for (const otherPath of ['/api/v1/ai/i2v/gen/custom', `${ENGINE_WEBHOOK_PATH}../../v1/track`]) {
      expect((await post(otherPath, { body: '{}' })).status).toBe(403)
    }
  })
})
