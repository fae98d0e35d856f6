import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createVisitor, ORIGIN } from './client.ts'

const SECRET = 'secret_table_name'
const BROKEN_PATH = `/media/${'a'.repeat(22)}.mp4`
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

let server: TestServer
let visitor: TestClient
beforeAll(async () => {
  server = await startTestServer({ listen: false })
  visitor = await createVisitor(server)
  await server.database.db.execute(`alter table media rename to ${SECRET}`)
})
afterAll(async () => {
  await server.database.db.execute(`alter table ${SECRET} rename to media`)
  await server.close()
})

const openBrokenPage = (accept: string, userAgent: string) =>
  server.app.request(ORIGIN + BROKEN_PATH, { headers: { accept, 'user-agent': userAgent, cookie: `user_token=${visitor.token}` } })

it('shows a page with status, message, description and request id, and no script, for a broken address', async () => {
  const response = await openBrokenPage('text/html,application/xhtml+xml,*/*;q=0.8', BROWSER)
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    500,
    'text/html; charset=UTF-8',
    'no-store',
  ])
  const page = await response.text()
  const requestId = response.headers.get('x-request-id') ?? 'none'
  for (const words of ['>500<', '<h1>Internal Server Error</h1>', 'Your work is safe', requestId]) expect(page).toContain(words)
  expect(page).not.toMatch(/<script|secret_table/i)
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
})

it('has both themes in that page', async () => {
  expect(await (await openBrokenPage('text/html', BROWSER)).text()).toContain('prefers-color-scheme: light')
})

it('a crawler gets an answer to retry later, whatever it accepts, and no detail of the error', async () => {
  for (const accept of ['text/html', '*/*']) {
    const response = await openBrokenPage(accept, CRAWLER)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120'])
    expect(await response.text()).toBe('Try again later.')
  }
})

it('returns the envelope for all other requests', async () => {
  expect(await (await openBrokenPage('*/*', BROWSER)).json()).toMatchObject({ statusCode: 'H5000', statusMessage: 'Service error' })
})
