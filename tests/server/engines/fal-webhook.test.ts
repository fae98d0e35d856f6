import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, ENGINE_WEBHOOK_PATH } from '#server/motion/engine.ts'
import { createFalEngine } from '#server/motion/engines/fal/fal-provider.ts'
import { WEBHOOK_WINDOW_S } from '#server/motion/engines/remote/wakeups.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, COMPLETED, FAL_KEY, IN_PROGRESS, signEvent, startFalStub } from '../../fixtures/engines/fal-stub.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { ORIGIN } from '../client.ts'

const HOOK = 'https://kinora.example/api/engine/webhook/fal'

let fal: FalStub
let bench: EngineBench
let engine: Engine
let running: Promise<unknown>
const stopping = new AbortController()

/** Starts an engine with one video at fal, which waits between two polls. */
beforeEach(async () => {
  fal = await startFalStub()
  bench = await createEngineBench()
  const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl: `${fal.origin}/.well-known/jwks.json` } as const
  engine = createFalEngine({ ...bench.deps, config, webhookUrl: HOOK })
  fal.statuses = [IN_PROGRESS]
  bench.clock.hold()
  running = bench.run(engine, bench.request(), stopping.signal)
  await bench.clock.untilAsleep()
  fal.statuses = [COMPLETED]
})

afterEach(async () => {
  bench.clock.release()
  await running
  await fal.close()
  await bench.close()
})

const id = () => fal.ids[0]!
/** Whether the engine verifies the event. If it does, this also notifies the process that waits for the video. */
async function deliver({ headers, body }: ReturnType<typeof signEvent>): Promise<boolean> {
  const workId = await engine.webhook!(headers, body)
  if (workId !== null) engine.onWebhook?.(workId)
  return workId !== null
}
const questions = () => fal.of('GET', /\/status$/).length
const keysFetched = () => fal.of('GET', /jwks/).length

describe('events from fal', () => {
  it('are requested at our address, and end the wait at once', async () => {
    expect(fal.of('POST', /^\/fal-ai/)[0]!.query.get('fal_webhook')).toBe(HOOK)
    expect(await deliver(signEvent(fal.privateKey, id(), bench.clock.nowMs()))).toBe(true)
    await running
    expect(questions()).toBe(2)
  })

  it('decide nothing themselves: their content is polled', async () => {
    const body = JSON.stringify({ request_id: id(), status: 'ERROR', error: 'forged', payload: { video: { url: 'http://127.0.0.1/' } } })
    expect(await deliver(signEvent(fal.privateKey, id(), bench.clock.nowMs(), body))).toBe(true)
    await running
  })

  it('are rejected with a foreign key, a changed body, a changed request or without a signature', async () => {
    const nowMs = bench.clock.nowMs()
    const good = () => signEvent(fal.privateKey, id(), nowMs)
    const foreign = signEvent(generateKeyPairSync('ed25519').privateKey, id(), nowMs)
    const changed = { ...good(), body: new Uint8Array(Buffer.from('{}')) }
    const renamed = signEvent(fal.privateKey, 'another-request', nowMs)
    renamed.headers.set('x-fal-webhook-request-id', id())
    const unsigned = good()
    unsigned.headers.delete('x-fal-webhook-signature')
    for (const event of [foreign, changed, renamed, unsigned]) expect(await deliver(event)).toBe(false)
    expect(questions()).toBe(1)
  })

  it('expire outside of five minutes, in both directions', async () => {
    const windowMs = WEBHOOK_WINDOW_S * 1000
    const at = (ms: number) => deliver(signEvent(fal.privateKey, id(), bench.clock.nowMs() + ms))
    expect(await at(-windowMs - 1000)).toBe(false)
    expect(await at(windowMs + 1000)).toBe(false)
    expect(keysFetched()).toBe(0)
    expect(await at(-windowMs + 1000)).toBe(true)
  })

  it('count once', async () => {
    fal.statuses = [IN_PROGRESS]
    const event = signEvent(fal.privateKey, id(), bench.clock.nowMs())
    expect(await deliver(event)).toBe(true)
    expect(await deliver(event)).toBe(false)
    fal.statuses = [COMPLETED]
  })

  it('about work of another process are accepted, and cause no poll here; a name that no request has loads no key', async () => {
    expect(await deliver(signEvent(fal.privateKey, 'no name', bench.clock.nowMs()))).toBe(false)
    expect(keysFetched()).toBe(0)
    expect(await deliver(signEvent(fal.privateKey, 'somebody-elses', bench.clock.nowMs()))).toBe(true)
    expect(questions()).toBe(1)
  })

  it('are accepted after fal has changed its keys, without a reload at each forgery', async () => {
    const forged = () => deliver(signEvent(generateKeyPairSync('ed25519').privateKey, id(), bench.clock.nowMs()))
    for (let count = 0; count < 5; count += 1) await forged()
    expect(keysFetched()).toBe(1)
    const next = generateKeyPairSync('ed25519')
    fal.publish([next.publicKey])
    bench.clock.pass(60_000)
    expect(await deliver(signEvent(next.privateKey, id(), bench.clock.nowMs()))).toBe(true)
    expect(keysFetched()).toBe(2)
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
    const { headers, body } = signEvent(fal.privateKey, id(), bench.clock.nowMs())
    const forged = await post(path, { body: '{}' })
    const believed = await post(path, { headers, body })
    expect([forged.status, await forged.text()]).toEqual([204, ''])
    expect([believed.status, await believed.text()]).toEqual([204, ''])
    await running
    expect((await post(path, { body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413)
    expect((await post(`${ENGINE_WEBHOOK_PATH}comfyui`, { body: '{}' })).status).toBe(404)
    for (const other of ['/api/v1/ai/i2v/gen/custom', `${ENGINE_WEBHOOK_PATH}../../v1/track`]) {
      expect((await post(other, { body: '{}' })).status).toBe(403)
    }
  })
})
