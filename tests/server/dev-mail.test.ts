import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mail } from '#server/database/account-schema.ts'
import { getAppInfo } from '#shared/api/app-info.ts'
import { sendVerificationCode } from '#shared/api/auth.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient } from './client.ts'
import { latestCode } from './sign-up.ts'

const START_MS = Date.now()
let nowMs = START_MS
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
})
afterAll(() => server.close())

interface RequestParts {
  readonly host?: string
  readonly address?: string
  readonly path?: string
  readonly accept?: string
  readonly forwarded?: Readonly<Record<string, string>>
}

function sendRequest(
  app: TestServer['app'],
  { host = 'localhost:8787', address = '127.0.0.1', path = '/dev/mail', accept = '*/*', forwarded = {} }: RequestParts = {},
) {
  return app.request(
    `http://localhost${path}`,
    { headers: { host, accept, ...forwarded } },
    { incoming: { socket: { remoteAddress: address } } },
  )
}

async function storeMail(subject: string, body: string): Promise<void> {
  const message = { id: subject, recipient: '"<b>"@example.org', subject, body, dueAtMs: nowMs, createdAtMs: nowMs }
  await server.database.db.insert(mail).values(message)
}

describe('/dev/mail', () => {
  it('shows the sent mails, the newest first, on a page without scripts and as data', async () => {
    const client = createTestClient(server, { nowMs: () => nowMs })
    await client.get(sendVerificationCode, { email: 'one@example.org' })
    nowMs += 1000
    await client.get(sendVerificationCode, { email: 'two@example.org' })
    const codes = [await latestCode(server, 'two@example.org'), await latestCode(server, 'one@example.org')]
    const text = await (await sendRequest(server.app)).text()
    expect(text.indexOf(codes[0] ?? 'none')).toBeGreaterThan(0)
    expect(text.indexOf(codes[1] ?? 'none')).toBeGreaterThan(text.indexOf(codes[0] ?? 'none'))
    expect(text).not.toMatch(/<script|\bon\w+=/)
    for (const requestParts of [{ path: '/dev/mail?format=json' }, { accept: 'application/json' }]) {
      const { messages } = (await (await sendRequest(server.app, requestParts)).json()) as { messages: Record<string, unknown>[] }
      expect(messages.map(({ to }) => to)).toEqual(['two@example.org', 'one@example.org'])
      expect(messages[0]).toEqual({
        to: 'two@example.org',
        subject: 'Your Kinora sign-up code',
        body: expect.stringContaining(`\n${codes[0]}\n`),
        createdAtMs: START_MS + 1000,
      })
    }
  })

  it('is never cached', async () => {
    expect((await sendRequest(server.app)).headers.get('cache-control')).toBe('no-store')
    expect((await sendRequest(server.app, { accept: 'application/json' })).headers.get('cache-control')).toBe('no-store')
  })

  it('shows any message as text', async () => {
    await storeMail('</h2><script>alert(1)</script>', '</pre><img src=x onerror=alert(1)>')
    const text = await (await sendRequest(server.app)).text()
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toMatch(/<script|<img|<b>/)
  })

  it('exists only for this computer, under its own name', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await sendRequest(server.app, { address })).status).toBe(200)
    expect((await sendRequest(server.app, { host: '127.0.0.1:8787' })).status).toBe(200)
    const unknownPage = await sendRequest(server.app, { path: '/dev/unknown' })
    const headerNames = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
    const forwardedRequests = headerNames.map((name) => ({ forwarded: { [name]: '203.0.113.7' } }))
    for (const requestParts of [{ address: '203.0.113.7' }, { host: '[::1]:8787' }, ...forwardedRequests]) {
      const answer = await sendRequest(server.app, requestParts)
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
    }
    expect(unknownPage.status).toBe(404)
    expect((await sendRequest(server.app, { host: 'kinora.example' })).status).toBe(403)
  })

  it('does not exist on a public server, or with a mail server', async () => {
    const options: TestServerOptions = { listen: false, config: { isLocalOnly: false } }
    const publicServer = await startTestServer(options)
    expect((await sendRequest(publicServer.app)).status).toBe(404)
    await publicServer.close()
  })

  it('is named by the app info to this computer alone, and never by a public server', async () => {
    const mailPageFor = async (target: Pick<TestServer, 'app'>, address: string) =>
      (await createTestClient(target, { address, nowMs: () => nowMs }).get(getAppInfo, {})).mailPage
    expect(await mailPageFor(server, '127.0.0.1')).toBe('/dev/mail')
    expect(await mailPageFor(server, '10.0.0.7')).toBeNull()
    const publicServer = await startTestServer({ listen: false, nowMs: () => nowMs, config: { isLocalOnly: false } })
    expect(await mailPageFor(publicServer, '127.0.0.1')).toBeNull()
    await publicServer.close()
  })
})
