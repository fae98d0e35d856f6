import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rateLimit } from '#server/database/account-schema.ts'
import { usageEvent } from '#server/database/measurement-schema.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { securityHeaderValues } from '#server/http/security-headers.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { getAppInfo } from '#shared/api/app-info.ts'
import {
  MAX_TRACK_EVENTS,
  MAX_TRACK_FIELDS,
  MAX_TRACK_VALUE_LENGTH,
  TRACKER_VERSION,
  USAGE_RETENTION_MS,
} from '#shared/domain/measurement-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, makeToken, ORIGIN } from './client.ts'

const START_MS = Date.now()
const USER_TOKEN = makeToken()
const COMMON_PARAMETERS = {
  deviceSize: '393x852',
  language: 'en',
  userToken: USER_TOKEN,
  appInstanceId: 'browser-1',
  appVersion: '1.0.0',
  appPackage: 'app.kinora.web',
  timestamp: String(START_MS),
  businessUserId: '',
  trackerVersion: TRACKER_VERSION,
}
let nowMs = START_MS
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs, config: { hasUsageTracker: true } })
})
afterAll(() => server.close())
beforeEach(async () => {
  nowMs = START_MS
  await server.database.db.delete(usageEvent)
  await server.database.db.delete(rateLimit)
})

const makeEvent = (change: object = {}) => ({ id: randomUUID(), name: 'page_view', atMs: START_MS, fields: { name: 'home' }, ...change })
const loadEvents = () => server.database.db.select().from(usageEvent)

/** Sends a JSON body with an origin, as the page's beacon does. */
async function send(body: unknown, { origin = ORIGIN, address = '203.0.113.7', app = server.app } = {}) {
  const headers = { origin, 'content-type': 'application/json', host: 'localhost' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return app.request(
    `${ORIGIN}/api/v1/track`,
    { method: 'POST', headers, body: text },
    { incoming: { socket: { remoteAddress: address } } },
  )
}

describe('use events', () => {
  it('is stored without a signature, with its browser, and without token, account or address', async () => {
    const sentEvent = makeEvent({ fields: { name: 'home', setting_number: 2, aimusic: true } })
    expect((await send({ common: { ...COMMON_PARAMETERS, businessUserId: 'account-1' }, events: [sentEvent] })).status).toBe(200)
    const [storedEvent] = await loadEvents()
    expect(storedEvent).toEqual({
      ...sentEvent,
      receivedAtMs: START_MS,
      appInstanceId: 'browser-1',
      hasAccount: true,
      language: 'en',
      deviceSize: '393x852',
      appVersion: '1.0.0',
      trackerVersion: '1.2.7',
    })
    for (const secret of [USER_TOKEN, 'account-1', '203.0.113.7']) expect(JSON.stringify(storedEvent)).not.toContain(secret)
  })

  it('is stored once, however often it is sent', async () => {
    const events = [makeEvent(), makeEvent()]
    await Promise.all([send({ common: COMMON_PARAMETERS, events }), send({ common: COMMON_PARAMETERS, events })])
    await send({ common: COMMON_PARAMETERS, events: [...events, makeEvent()] })
    expect(await loadEvents()).toHaveLength(3)
  })

  it('are accepted from our own pages only', async () => {
    expect((await send({ common: COMMON_PARAMETERS, events: [makeEvent()] }, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect(await loadEvents()).toHaveLength(0)
  })

  it('are bounded in every direction', async () => {
    const longText = 'x'.repeat(MAX_TRACK_VALUE_LENGTH + 1)
    const manyFields = Object.fromEntries(Array.from({ length: MAX_TRACK_FIELDS + 1 }, (_, index) => [`f${index}`, 1]))
    const bodies: unknown[] = [
      '{',
      { common: COMMON_PARAMETERS, events: [] },
      { common: COMMON_PARAMETERS, events: Array.from({ length: MAX_TRACK_EVENTS + 1 }, () => makeEvent()) },
      { common: COMMON_PARAMETERS, events: [makeEvent({ name: 'x'.repeat(41) })] },
      { common: COMMON_PARAMETERS, events: [makeEvent({ name: '1st' })] },
      { common: COMMON_PARAMETERS, events: [makeEvent({ id: 'not-an-id' })] },
      { common: COMMON_PARAMETERS, events: [makeEvent({ atMs: 1.5 })] },
      { common: COMMON_PARAMETERS, events: [makeEvent({ fields: { name: longText } })] },
      { common: COMMON_PARAMETERS, events: [makeEvent({ fields: manyFields })] },
      { common: COMMON_PARAMETERS, events: [makeEvent({ fields: { nested: {} } })] },
      { common: COMMON_PARAMETERS, events: [makeEvent({ fields: { name: 'a\0b' } })] },
      { common: { ...COMMON_PARAMETERS, appInstanceId: longText }, events: [makeEvent()] },
      { events: [makeEvent()] },
    ]
    const answers = await Promise.all(bodies.map((body) => send(body)))
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 422))
    expect(await loadEvents()).toHaveLength(0)
  })

  it('is limited for one address, and then others may still send', async () => {
    const { max, windowMs } = LIMITS.trackByAddress
    const makeBody = () => ({ common: COMMON_PARAMETERS, events: [makeEvent()] })
    for (let count = 0; count < max; count += 1) await send(makeBody())
    const refusedResponse = await send(makeBody())
    expect([refusedResponse.status, Number(refusedResponse.headers.get('retry-after'))]).toEqual([429, windowMs / 1000])
    expect((await send(makeBody(), { address: '203.0.113.8' })).status).toBe(200)
    nowMs += windowMs
    expect((await send(makeBody())).status).toBe(200)
  })

  it('is deleted after its lifetime', async () => {
    await send({ common: COMMON_PARAMETERS, events: [makeEvent()] })
    const runHousekeepingAt = (atMs: number) =>
      runHousekeeping(server.database.db, { remove: async () => undefined, tidy: async () => undefined }, atMs)
    await runHousekeepingAt(START_MS + USAGE_RETENTION_MS)
    expect(await loadEvents()).toHaveLength(1)
    await runHousekeepingAt(START_MS + USAGE_RETENTION_MS + 1)
    expect(await loadEvents()).toHaveLength(0)
  })

  it('is rejected where the tracker is off, and pages know it', async () => {
    const serverWithoutTracker = await startTestServer({ listen: false, config: { hasUsageTracker: false } })
    expect((await send({ common: COMMON_PARAMETERS, events: [makeEvent()] }, { app: serverWithoutTracker.app })).status).toBe(404)
    expect(await createTestClient(serverWithoutTracker).get(getAppInfo, {})).toMatchObject({ hasUsageTracker: false, gtagId: null })
    await serverWithoutTracker.close()
    expect(await createTestClient(server, { nowMs: () => nowMs }).get(getAppInfo, {})).toMatchObject({ hasUsageTracker: true })
  })
})

describe('/dev/events', () => {
  const requestEvents = (app: TestServer['app'], { host = 'localhost:8787', address = '127.0.0.1', path = '/dev/events' } = {}) =>
    app.request(`http://localhost${path}`, { headers: { host } }, { incoming: { socket: { remoteAddress: address } } })

  it('shows the newest first with all fields, as text, on a page without scripts and as data', async () => {
    await send({ common: COMMON_PARAMETERS, events: [makeEvent({ name: 'older' })] })
    nowMs += 1000
    await send({
      common: COMMON_PARAMETERS,
      events: [makeEvent({ name: 'newer', fields: { prompt: '<img src=x onerror=alert(1)>', setting_number: 4 } })],
    })
    const answer = await requestEvents(server.app)
    const page = await answer.text()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(page.indexOf('newer')).toBeLessThan(page.indexOf('older'))
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toMatch(/<script|<img/)
    expect(page).toContain('setting_number')
    const { events } = (await (await requestEvents(server.app, { path: '/dev/events?format=json' })).json()) as {
      events: { name: string }[]
    }
    expect(events.map(({ name }) => name)).toEqual(['newer', 'older'])
  })

  it('exists only for this computer, under its own name, on a server that serves nobody else', async () => {
    expect((await requestEvents(server.app, { host: '127.0.0.1:8787', address: '::1' })).status).toBe(200)
    expect((await requestEvents(server.app, { address: '203.0.113.7' })).status).toBe(404)
    expect((await requestEvents(server.app, { host: '[::1]:8787' })).status).toBe(404)
    const publicServer = await startTestServer({ listen: false, config: { hasUsageTracker: true, isLocalOnly: false } })
    expect((await requestEvents(publicServer.app)).status).toBe(404)
    await publicServer.close()
  })
})

it('allows Google by name where it is configured, and nowhere else', () => {
  const policyOf = (hasGtag: boolean) => securityHeaderValues("'none'", { hasGtag })['content-security-policy'] ?? ''
  expect(policyOf(false)).not.toContain('google')
  const policy = policyOf(true).split('; ')
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://www.googletagmanager.com/gtag/js")
  expect(policy).toContain(
    "connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
  )
  expect(policy).toContain("img-src 'self' blob: data: https://*.google-analytics.com https://*.googletagmanager.com")
})
