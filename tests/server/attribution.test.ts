import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attributionDevice, attributionMessage, clientError, forgottenDevice } from '#server/database/measurement-schema.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { createDiskMedia } from '#server/media-store/disk-store.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { rateLimit } from '#server/database/account-schema.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { getAppInfo } from '#shared/api/app-info.ts'
import { ATTRIBUTION_ASK_IN_MS, ATTRIBUTION_RETENTION_MS, MAX_TRACKER_BYTES } from '#shared/domain/attribution-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createVisitor, makeToken, ORIGIN } from './client.ts'

const APP = { appToken: 'kinora-test', environment: 'sandbox' } as const
const START_MS = Date.UTC(2026, 10, 23)
let nowMs = START_MS
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs, config: { attribution: APP } })
})
afterAll(() => server.close())
beforeEach(async () => {
  nowMs = START_MS
  for (const table of [attributionDevice, forgottenDevice, rateLimit]) await server.database.db.delete(table)
})

type Fields = Readonly<Record<string, string>>

const callerFields = (webUuid: string): Fields => ({
  app_token: APP.appToken,
  environment: APP.environment,
  web_uuid: webUuid,
  platform: 'web',
  created_at: '2026-11-23T01:00:00.000Z+0000',
  sent_at: '2026-11-23T01:00:01.000Z+0000',
  language: 'en',
})

async function post(
  name: string,
  fields: Fields,
  targetServer: TestServer = server,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await targetServer.app.request(`${ORIGIN}/api/adjust/${name}`, {
    method: 'POST',
    headers,
    body: String(new URLSearchParams(fields)),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function get(
  name: string,
  fields: Fields = {},
  targetServer: TestServer = server,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await targetServer.app.request(`${ORIGIN}/api/adjust/${name}?${new URLSearchParams(fields)}`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const loadDevices = () => server.database.db.select().from(attributionDevice)
const loadMessages = () => server.database.db.select().from(attributionMessage)

describe('a server without the tracker', () => {
  it('reports this, and stores nothing', async () => {
    const serverWithoutTracker = await startTestServer({ listen: false })
    expect(await get('tinit', {}, serverWithoutTracker)).toEqual({ status: 200, body: { is_on: false } })
    for (const name of ['session', 'event', 'sdk_click', 'third_party_sharing', 'gdpr_forget_device'])
      expect(await post(name, callerFields(randomUUID()), serverWithoutTracker), name).toMatchObject({
        status: 404,
        body: { statusCode: 'H4001' },
      })
    expect((await get('attribution', callerFields(randomUUID()), serverWithoutTracker)).status).toBe(404)
    expect(await (await createVisitor(serverWithoutTracker)).get(getAppInfo, {})).toMatchObject({ app_key: null, app_environment: null })
    await serverWithoutTracker.close()
  })
})

describe('the tracker', () => {
  it('is part of the app info, beside the environment', async () => {
    const visitor = await createVisitor(server, { nowMs: () => nowMs })
    expect(await visitor.get(getAppInfo, {})).toMatchObject({ app_key: APP.appToken, app_environment: 'sandbox' })
    expect(await get('tinit')).toEqual({ status: 200, body: { is_on: true } })
  })

  it('stores a session, answers in the format of the SDK, and never stores the user token', async () => {
    const webUuid = randomUUID()
    const token = makeToken()
    const callback_params = JSON.stringify({ tk: token, plan: 'none' })
    const { status, body } = await post('session', { ...callerFields(webUuid), callback_params, attempts: '1', unheard_of: 'x' })
    expect(status).toBe(200)
    expect(body).toEqual({
      adid: expect.stringMatching(/^[0-9a-f]{32}$/),
      timestamp: new Date(nowMs).toISOString(),
      ask_in: ATTRIBUTION_ASK_IN_MS,
    })
    expect(await loadDevices()).toMatchObject([
      { webUuid, adid: body['adid'], environment: 'sandbox', tokenSha256: sha256(token), network: 'Organic' },
    ])
    const [storedMessage] = await loadMessages()
    expect(storedMessage).toMatchObject({ webUuid, kind: 'session', createdAtMs: nowMs })
    expect(JSON.parse(storedMessage?.facts ?? '')).toEqual({
      created_at: '2026-11-23T01:00:00.000Z+0000',
      sent_at: '2026-11-23T01:00:01.000Z+0000',
      language: 'en',
      attempts: 1,
      callback_params: { plan: 'none' },
    })
    expect(JSON.stringify([await loadDevices(), await loadMessages()])).not.toContain(token)
  })

  it('stores events with their money, and shares in the escaping of the SDK', async () => {
    const webUuid = randomUUID()
    await post('event', { ...callerFields(webUuid), event_token: 'abc123', revenue: '1.50000', currency: 'USD', deduplication_id: 'd1' })
    const oddBody = `${new URLSearchParams({ ...callerFields(webUuid), sharing: 'disable' })}&granular_third_party_sharing_options%3D${encodeURIComponent('{"p":{"k":"v"}}')}&partner_sharing_settings%3D${encodeURIComponent('{"p":{"all":false}}')}`
    const answer = await server.app.request(`${ORIGIN}/api/adjust/third_party_sharing`, {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: oddBody,
    })
    expect(answer.status).toBe(200)
    const facts = (await loadMessages()).map((message) => JSON.parse(message.facts) as unknown)
    expect(facts).toMatchObject([
      { event_token: 'abc123', revenue: '1.50000', currency: 'USD', deduplication_id: 'd1' },
      { sharing: 'disable', granular_third_party_sharing_options: { p: { k: 'v' } }, partner_sharing_settings: { p: { all: false } } },
    ])
  })

  it('names visitors without a source, and counts the last click with a source', async () => {
    const webUuid = randomUUID()
    const sendClick = (referrer: string) =>
      post('sdk_click', { ...callerFields(webUuid), click_time: 'now', source: 'web_referrer', referrer })
    expect((await get('attribution', callerFields(webUuid))).body).not.toHaveProperty('attribution')
    const { body } = await post('session', callerFields(webUuid))
    expect(await get('attribution', callerFields(webUuid))).toMatchObject({
      status: 200,
      body: {
        adid: body['adid'],
        message: expect.any(String),
        attribution: { network: 'Organic', state: 'installed', tracker_token: expect.stringMatching(/^\w{8}$/) },
      },
    })
    expect((await sendClick('utm_source=letter&utm_campaign=spring')).body).toMatchObject({ ask_in: ATTRIBUTION_ASK_IN_MS })
    expect((await get('attribution', callerFields(webUuid))).body).toMatchObject({
      attribution: { network: 'letter', campaign: 'spring', tracker_name: 'letter::spring', state: 'installed' },
    })
    await sendClick('https://elsewhere.test/?utm_source=friend')
    await sendClick('adjust_external_click_id=1')
    expect((await get('attribution', callerFields(webUuid))).body).toMatchObject({
      attribution: { network: 'friend', campaign: '', state: 'reattributed' },
    })
  })

  it('deletes all data of a browser that asks to be forgotten, and never stores data of it again', async () => {
    const [webUuid, otherUuid] = [randomUUID(), randomUUID()]
    for (const uuid of [webUuid, otherUuid]) await post('session', callerFields(uuid))
    expect((await post('gdpr_forget_device', callerFields(webUuid))).body).toMatchObject({ tracking_state: 'opted_out' })
    await Promise.all([
      post('event', { ...callerFields(webUuid), event_token: 'late' }),
      post('gdpr_forget_device', callerFields(webUuid)),
      post('session', callerFields(webUuid)),
    ])
    const laterAnswer = await post('session', callerFields(webUuid))
    expect(laterAnswer).toEqual({ status: 200, body: { timestamp: expect.any(String), tracking_state: 'opted_out' } })
    expect((await get('attribution', callerFields(webUuid))).body).toMatchObject({ tracking_state: 'opted_out' })
    expect((await loadDevices()).map((device) => device.webUuid)).toEqual([otherUuid])
    expect((await loadMessages()).map((message) => message.webUuid)).toEqual([otherUuid])
    expect(await server.database.db.select().from(forgottenDevice)).toEqual([{ webUuidSha256: sha256(webUuid), forgottenAtMs: nowMs }])
  })

  it('recognises a browser by any id of the SDK, with any variant bits', async () => {
    const ids = Array.from({ length: 16 }, (_, index) => index.toString(16)).map((digit) => randomUUID().replace(/^(.{19})./, `$1${digit}`))
    for (const webUuid of ids) expect((await post('session', callerFields(webUuid))).status, webUuid).toBe(200)
    expect((await loadDevices()).map((device) => device.webUuid).toSorted()).toEqual(ids.toSorted())
  })

  it('returns JSON for everything, and names the wrong field', async () => {
    const validFields = callerFields(randomUUID())
    const wrongRequests: readonly (readonly [string, Fields, number, string])[] = [
      ['session', { ...validFields, app_token: 'other' }, 403, 'app_token'],
      ['session', { ...validFields, environment: 'production' }, 403, 'app_token'],
      ['session', { ...validFields, web_uuid: '1' }, 422, 'web_uuid'],
      ['session', { ...validFields, callback_params: '{' }, 422, 'callback_params'],
      ['event', validFields, 422, 'event_token'],
      ['event', { ...validFields, event_token: 'a', revenue: '-1' }, 422, 'revenue'],
      ['sdk_click', { ...validFields, click_time: 'now', source: 'web_referrer' }, 422, 'referrer'],
      ['third_party_sharing', { ...validFields, sharing: 'perhaps' }, 422, 'sharing'],
    ]
    for (const [name, fields, status, field] of wrongRequests)
      expect(await post(name, fields), `${name} ${field}`).toMatchObject({ status, body: { fields: [field] } })
    expect(await post('session', { ...validFields, long: 'x'.repeat(MAX_TRACKER_BYTES) })).toMatchObject({ status: 413 })
    expect(await post('nothing', validFields)).toMatchObject({ status: 404, body: { statusCode: 'H4001' } })
    const foreignResponse = await server.app.request(`${ORIGIN}/api/adjust/session`, {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
    })
    expect([foreignResponse.status, await foreignResponse.json()]).toMatchObject([403, { statusCode: 'H3013' }])
    expect(await loadMessages()).toEqual([])
  })

  it('accepts a limited number of requests from one address, then returns when to retry', async () => {
    await server.database.db.insert(rateLimit).values({ key: 'x', count: 1, endsAtMs: nowMs })
    const webUuid = randomUUID()
    await post('session', callerFields(webUuid))
    await server.database.db.update(rateLimit).set({ count: LIMITS.trackerByAddress.max })
    expect(await post('session', callerFields(webUuid))).toMatchObject({ status: 429, body: { statusCode: 'H4022' } })
    nowMs += LIMITS.trackerByAddress.windowMs
    expect((await post('session', callerFields(webUuid))).status).toBe(200)
  })

  it('stores events for their time, and forgets a browser that sends nothing any more', async () => {
    const files = await createDiskMedia(server.dataDir)
    const [silentUuid, activeUuid] = [randomUUID(), randomUUID()]
    for (const uuid of [silentUuid, activeUuid]) await post('session', callerFields(uuid))
    await post('gdpr_forget_device', callerFields(randomUUID()))
    nowMs += ATTRIBUTION_RETENTION_MS
    await post('session', callerFields(activeUuid))
    nowMs += 1
    await runHousekeeping(server.database.db, files, nowMs)
    expect((await loadDevices()).map((device) => device.webUuid)).toEqual([activeUuid])
    expect(await loadMessages()).toHaveLength(1)
    expect(await server.database.db.select().from(forgottenDevice)).toHaveLength(1)
    expect(await server.database.db.select().from(clientError)).toEqual([])
  })
})
