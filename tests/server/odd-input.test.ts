import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '#server/http/client-of.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from '#shared/domain/newsletter-rules.ts'
import { trackUsage } from '#shared/api/track.ts'
import { type Context, Hono } from 'hono'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createVisitor } from './client.ts'

const COMMON_PARAMETERS = {
  deviceSize: '1440x900',
  language: 'en',
  userToken: '',
  appInstanceId: '',
  appVersion: '1',
  appPackage: 'kinora',
  timestamp: '1',
  businessUserId: '',
  trackerVersion: '1',
}
const BROWSER_HEADERS = { accept: 'text/html' }
let server: TestServer
let visitor: TestClient
beforeAll(async () => {
  server = await startTestServer({ listen: false, config: { hasUsageTracker: true } })
  visitor = await createVisitor(server)
})
afterAll(() => server.close())

describe('values that no database accepts are rejected before a query', () => {
  it('a zero byte in an address is unknown', async () => {
    for (const path of ['/media/%00', '/media/a%00b.mp4?download=x.mp4', '/explore/%00', '/resource/%00', '/video/%00']) {
      const response = await visitor.request(path, { headers: { ...BROWSER_HEADERS, cookie: `user_token=${visitor.token}` } })
      expect([path, response.status]).toEqual([path, 404])
    }
  })

  it('use events have no zero byte and no half of a character', async () => {
    const trackEvent = (name: string) =>
      visitor.call(trackUsage, { common: COMMON_PARAMETERS, events: [{ id: randomUUID(), name: 'page_view', atMs: 1, fields: { name } }] })
    for (const name of ['page\0view', 'page view\uD83D', '\uDE00page view'])
      expect(await trackEvent(name)).toMatchObject({ ok: false, error: { code: 'H3000' } })
    expect(await trackEvent('page view \uD83D\uDE00')).toMatchObject({ ok: true })
  })
})

describe('a form from a letter', () => {
  const post = (path: string, body: string, type: string) =>
    visitor.request(path, { method: 'POST', body, headers: { 'content-type': type } })

  it('that is too large or broken changes nothing, and breaks nothing', async () => {
    for (const path of [CONFIRM_PATH, UNSUBSCRIBE_PATH]) {
      expect((await post(path, `token=${'x'.repeat(5000)}`, 'application/x-www-form-urlencoded')).status).toBe(413)
      expect((await post(path, 'no boundary here', 'multipart/form-data')).status).toBe(410)
      expect((await post(path, 'no boundary here', 'multipart/form-data; boundary=--x')).status).toBe(410)
    }
  })
})

describe('the other end of a connection', () => {
  const app = new Hono().get('/', (c: Context) => c.text(clientOf(c, 1).address))
  const addressOf = async (forwardedFor: string) => (await app.request('/', { headers: { 'x-forwarded-for': forwardedFor } })).text()

  it('is the same one for any port that a proxy writes after its address', async () => {
    expect(await addressOf('203.0.113.7:51234')).toBe('203.0.113.7')
    expect(await addressOf('[2001:db8::1]:51234')).toBe('2001:db8::1')
    expect(await addressOf('[2001:db8::1]')).toBe('2001:db8::1')
    expect(await addressOf('2001:db8::1')).toBe('2001:db8::1')
    expect(await addressOf('203.0.113.7')).toBe('203.0.113.7')
  })
})
