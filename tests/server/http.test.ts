import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { listen } from '#server/boot/listen.ts'
import { securityHeaderValues } from '#server/http/security-headers.ts'
import { createDiskBuilds } from '#server/media-store/build-store.ts'
import { loadStaticFiles } from '#server/static/static-files.ts'
import { getAppInfo } from '#shared/api/app-info.ts'
import { COMMON_HEADERS, SIGNATURE_WINDOW_MS } from '#shared/api/common-params.ts'
import { getHistory } from '#shared/api/generation.ts'
import { presignUpload } from '#shared/api/files.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { getMe } from '#shared/api/user.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, createVisitor, makeToken, ORIGIN, upload } from './client.ts'

let server: TestServer
let clientDir: string
beforeAll(async () => {
  clientDir = await mkdtemp(path.join(tmpdir(), 'kinora-client-'))
  await writeBuild('<!doctype html><title>one</title>', 'app-1.js')
  server = await startTestServer({ listen: false, clientDir })
})
afterAll(async () => {
  await server.close()
  await rm(clientDir, { recursive: true, force: true })
})

/** Writes a small copy of a build's files. */
async function writeBuild(shell: string, script: string): Promise<void> {
  await rm(clientDir, { recursive: true, force: true })
  await mkdir(path.join(clientDir, 'assets'), { recursive: true })
  await writeFile(path.join(clientDir, 'index.html'), shell)
  await writeFile(path.join(clientDir, 'sw.js'), '// sw')
  await writeFile(path.join(clientDir, 'build.json'), JSON.stringify({ builtAtMs: 1 }))
  await writeFile(path.join(clientDir, 'assets', script), 'console.log(1)')
  await writeFile(path.join(clientDir, 'assets', `${script}.gz`), gzipSync('console.log(1)'))
  await writeFile(path.join(clientDir, 'assets', `${script}.br`), 'brotli')
}

const HTML_HEADERS = { accept: 'text/html,*/*' }
const get = (target: string, headers: Record<string, string> = {}) => server.app.request(ORIGIN + target, { headers })

describe('the signature', () => {
  it('covers query and common parameters', async () => {
    const visitor = await createVisitor(server)
    expect(await visitor.get(getHistory, { curPage: 1, pageSize: 5, taskStatus: 'ALL' })).toEqual({ data: [], totalSize: 0 })
  })

  it('is refused when it was made with another key', async () => {
    const client = createTestClient(server, { signKey: 'other' })
    expect(await client.refusal(getAppInfo, {})).toEqual({ code: 'H3000', fields: ['sign'] })
    expect(client.status()).toBe(422)
  })

  it('is refused when a parameter was changed on the way', async () => {
    let sentHeaders: Record<string, string> = {}
    const recordingServer = {
      app: {
        request: async (_: string, init: RequestInit) => {
          sentHeaders = Object.fromEntries(new Headers(init.headers))
          return new Response('{"statusCode":200,"data":{"userId":""}}')
        },
      },
    }
    await createTestClient(recordingServer as never).call(payLogin, {})
    const send = (headers: Record<string, string>) => server.app.request(`${ORIGIN}/api/pay/user/login`, { method: 'POST', headers })
    expect((await send(sentHeaders)).status).toBe(200)
    for (const change of [{ [COMMON_HEADERS.userToken]: makeToken() }, { [COMMON_HEADERS.language]: 'de' }, { 'x-sign': '' }]) {
      expect(await (await send({ ...sentHeaders, ...change })).json()).toMatchObject({ fields: ['sign'] })
    }
  })

  it('asks a client with a wrong clock to use the server’s time, before it checks the signature', async () => {
    const lateClient = createTestClient(server, { nowMs: () => Date.now() - SIGNATURE_WINDOW_MS - 5000, signKey: 'other' })
    expect(await lateClient.refusal(getAppInfo, {})).toEqual({ code: 'H3000', fields: ['timestamp'] })
    const nearlyLateClient = createTestClient(server, { nowMs: () => Date.now() - SIGNATURE_WINDOW_MS + 5000 })
    expect(await nearlyLateClient.call(getAppInfo, {})).toMatchObject({ ok: true })
  })

  it('is only logged or ignored in the other modes', async () => {
    for (const signMode of ['log', 'off'] as const) {
      const otherServer = await startTestServer({ listen: false, config: { signMode } })
      expect(await createTestClient(otherServer, { signKey: 'wrong' }).call(getAppInfo, {})).toMatchObject({ ok: true })
      await otherServer.close()
    }
  })
})

describe('writing calls', () => {
  it.each([undefined, 'https://evil.example', 'null', `${ORIGIN}.evil.example`])('from the origin %s are refused', async (origin) => {
    for (const [method, target] of [
      ['POST', '/api/pay/user/login'],
      ['PUT', '/api/upload/x.jpg'],
      ['DELETE', '/'],
    ] as const) {
      const response = await server.app.request(ORIGIN + target, { method, headers: origin === undefined ? {} : { origin } })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ statusCode: 'H3013', fields: ['origin'] })
    }
  })

  it('with a body that is no JSON or too long are refused', async () => {
    const otherServer = await startTestServer({ listen: false, config: { signMode: 'off' } })
    const post = (body: string, headers = {}) =>
      otherServer.app.request(`${ORIGIN}/api/v1/ai/i2v/cancel`, { method: 'POST', headers: { origin: ORIGIN, ...headers }, body })
    const longBody = `{"taskId":"${'x'.repeat(300_000)}"}`
    expect(await (await post('{')).json()).toMatchObject({ statusCode: 'H3000', fields: ['body'] })
    expect(await (await post('[]')).json()).toMatchObject({ statusCode: 'H3000' })
    expect((await post(longBody)).status).toBe(413)
    expect((await post(longBody, { 'content-length': String(longBody.length) })).status).toBe(413)
    expect((await post(longBody, { 'content-length': '2', 'transfer-encoding': 'chunked' })).status).toBe(413)
    expect((await post('{}', { 'content-length': '2' })).status).toBe(422)
    await otherServer.close()
  })
})

describe('every answer', () => {
  it('carries the security headers and a request id', async () => {
    const answers = await Promise.all([
      get('/', HTML_HEADERS),
      get('/assets/app-1.js'),
      get('/sw.js'),
      get('/api/v1/app/info'),
      get('/api/nothing'),
      get('/media/x'),
      get('/nothing', HTML_HEADERS),
      get('/healthz'),
      server.app.request(`${ORIGIN}/`, { method: 'POST' }),
    ])
    for (const { headers } of answers) {
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    }
  })

  it('allows frames of the payment results to the app alone', async () => {
    const policyOf = async (target: string) => (await get(target, HTML_HEADERS)).headers.get('content-security-policy')
    for (const target of ['/pay/success', '/pay/cancel?payOrderId=1', '/en/pay/success', '/Pay/Success', '/pay/cancel/']) {
      expect(await policyOf(target), target).toContain("frame-ancestors 'self'")
    }
    for (const target of ['/', '/pay', '/payment/pay/success', '/home/pay/success', '/en', '/sw.js', '/assets/app-1.js']) {
      expect(await policyOf(target), target).toContain("frame-ancestors 'none'")
    }
  })

  it('allows frames and requests of checkouts where the server accepts payments, and nowhere else', () => {
    const checkoutOrigins = ['https://checkout.example', 'http://127.0.0.1:8788']
    const directiveOf = (name: string, options = {}) => {
      const policy = securityHeaderValues("'none'", options)['content-security-policy'] ?? ''
      return policy.split('; ').find((part) => part.startsWith(`${name} `))
    }
    for (const name of ['frame-src', 'connect-src']) {
      expect(directiveOf(name)).toBe(`${name} 'self'`)
      expect(directiveOf(name, { checkoutOrigins })).toBe(`${name} 'self' https://checkout.example http://127.0.0.1:8788`)
    }
    for (const name of ['script-src', 'img-src', 'form-action', 'default-src']) {
      expect(directiveOf(name, { checkoutOrigins })).toBe(directiveOf(name))
    }
  })

  it('of the API is never cached', async () => {
    const visitor = await createVisitor(server)
    await visitor.get(getMe, {})
    expect(visitor.headers().get('cache-control')).toBe('no-store')
    const stranger = createTestClient(server)
    expect(await stranger.refusal(getMe, {})).toEqual({ code: 'H3009' })
    expect(stranger.headers().get('cache-control')).toBe('no-store')
    expect((await get('/api/nothing')).headers.get('cache-control')).toBe('no-store')
  })

  it('has them without a body, as a range, a refusal or a bug', async () => {
    const visitor = await createVisitor(server)
    const ownerHeaders = { 'x-user-token': visitor.token }
    const fileUrl = await upload(visitor)
    const { presignedUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg', size: 1 })
    const putFile = (contentType: string) =>
      visitor.request(presignedUrl, { method: 'PUT', headers: { 'content-type': contentType }, body: 'too long' })
    const etag = (await get('/sw.js')).headers.get('etag')!
    const brokenServer = await startTestServer({ listen: false })
    await brokenServer.database.db.execute('alter table media rename to gone')
    const answers = {
      304: await get('/sw.js', { 'if-none-match': etag }),
      206: await get(fileUrl, { ...ownerHeaders, range: 'bytes=0-1' }),
      416: await get(fileUrl, { ...ownerHeaders, range: 'bytes=99999999-' }),
      413: await putFile('image/jpeg'),
      415: await putFile('image/png'),
      403: await server.app.request('http://192.168.1.5:8787/home'),
      500: await brokenServer.app.request(`${ORIGIN}${fileUrl}`, {
        headers: { 'x-user-token': (await createVisitor(brokenServer)).token },
      }),
    }
    for (const [status, response] of Object.entries(answers)) {
      expect(String(response.status)).toBe(status)
      expect(response.headers.get('x-content-type-options'), status).toBe('nosniff')
      expect(response.headers.get('x-request-id'), status).toMatch(/^[0-9a-f]{32}$/)
    }
    expect(answers[413].headers.get('connection')).toBe('close')
    expect(answers[206].headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; sandbox allow-same-origin$/)
    expect(answers[304].headers.get('permissions-policy')).toContain('camera=()')
    await brokenServer.database.db.execute('alter table gone rename to media')
    await brokenServer.close()
  })

  it('has the security headers even when the request never reaches the app', async () => {
    const failingServer = await listen(() => Promise.reject(new Error('broken')), { host: '127.0.0.1', port: 0, tls: undefined })
    const request = (host: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        http.get({ host: '127.0.0.1', port: failingServer.port, headers: { host }, agent: false }, resolve).on('error', reject)
      })
    for (const [host, status] of [
      ['a/b', 400],
      ['localhost', 500],
    ] as const) {
      const answer = await request(host)
      answer.resume()
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    }
    await failingServer.close()
  })

  it('to an unknown call is a failure of the catalogue', async () => {
    const response = await get('/api/v1x/app/info')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ statusCode: 'H4001', statusMessage: 'Resource not found' })
  })

  it('is no server error when the sender disconnects in the middle', async () => {
    const visitor = await createVisitor(server)
    const putFile = async (isSenderGone: boolean) => {
      const { presignedUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg' })
      const sender = new AbortController()
      const body = new ReadableStream({
        pull() {
          if (isSenderGone) sender.abort()
          throw new Error('broken')
        },
      })
      const init = { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body, duplex: 'half' as const, signal: sender.signal }
      return (await visitor.request(presignedUrl, init)).status
    }
    expect([await putFile(true), await putFile(false)]).toEqual([422, 500])
  })

  it('to a bug is a constant text with the request id', async () => {
    const brokenServer = await startTestServer({ listen: false })
    const visitor = await createVisitor(brokenServer)
    await brokenServer.database.db.execute('alter table task rename to secret_table_name')
    const response = await visitor.call(getHistory, { curPage: 1, pageSize: 5, taskStatus: 'ALL' })
    expect(response).toMatchObject({ ok: false, error: { code: 'H5000', message: 'Service error' } })
    expect(visitor.status()).toBe(500)
    expect(JSON.stringify(response)).not.toContain('secret_table_name')
    await brokenServer.database.db.execute('alter table secret_table_name rename to task')
    await brokenServer.close()
  })
})

describe('plain http', () => {
  it('from another computer shows a page with instructions', async () => {
    const response = await server.app.request('http://192.168.1.5:8787/home', { headers: HTML_HEADERS })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('TLS_CERT')
    expect((await server.app.request('http://192.168.1.5:8787/healthz')).status).toBe(200)
  })

  it('counts as https when a trusted proxy reports it, and only then', async () => {
    const headers = { ...HTML_HEADERS, 'x-forwarded-proto': 'https' }
    expect((await server.app.request('http://app.example/home', { headers })).status).toBe(403)
    const proxiedServer = await startTestServer({ listen: false, clientDir, config: { trustProxy: 1 } })
    expect((await proxiedServer.app.request('http://app.example/home', { headers })).status).toBe(200)
    const forgedHeaders = { ...HTML_HEADERS, 'x-forwarded-proto': 'https, http' }
    expect((await proxiedServer.app.request('http://app.example/home', { headers: forgedHeaders })).status).toBe(403)
    await proxiedServer.close()
  })

  it('is forbidden by HSTS after https, but not for localhost, which is not ours alone', async () => {
    const proxiedServer = await startTestServer({ listen: false, clientDir, config: { trustProxy: 1 } })
    const transportSecurityOf = async (origin: string, protocol: string) => {
      const answer = await proxiedServer.app.request(`${origin}/home`, { headers: { ...HTML_HEADERS, 'x-forwarded-proto': protocol } })
      return answer.headers.get('strict-transport-security')
    }
    expect(await transportSecurityOf('http://app.example', 'https')).toBe('max-age=31536000')
    expect(await transportSecurityOf('http://app.example', 'http')).toBeNull()
    expect(await transportSecurityOf('http://localhost:8787', 'https')).toBeNull()
    await proxiedServer.close()
  })

  it('counts as https when the first of two trusted proxies reports it and the second only forwards it', async () => {
    const proxiedServer = await startTestServer({ listen: false, clientDir, config: { trustProxy: 2 } })
    const visit = async (headers: Record<string, string>) =>
      (await proxiedServer.app.request('http://inside/home', { headers: { ...HTML_HEADERS, ...headers } })).status
    expect(await visit({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.example' })).toBe(200)
    expect(await visit({ 'x-forwarded-proto': 'http, http', 'x-forwarded-host': 'localhost' })).toBe(200)
    expect(await visit({ 'x-forwarded-proto': 'https, http, http' })).toBe(403)
    await proxiedServer.close()
  })
})

describe('the built app', () => {
  it('sends hashed files precompressed and cacheable for ever', async () => {
    const brotliResponse = await get('/assets/app-1.js', { 'accept-encoding': 'gzip, br' })
    expect(brotliResponse.headers.get('content-encoding')).toBe('br')
    expect(brotliResponse.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(brotliResponse.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await get('/assets/app-1.js', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
    const plainResponse = await get('/assets/app-1.js')
    expect(plainResponse.headers.get('content-encoding')).toBeNull()
    expect(await plainResponse.text()).toBe('console.log(1)')
    expect((await get('/assets/app-1.js.gz')).status).toBe(404)
  })

  it.each([
    ['gzip;q=0, br;q=0', null],
    ['gzip;q=0, br;q=0.000', null],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=1', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0', null],
    ['identity, br;q=0.5', null],
    ['notbr', null],
    ['', null],
  ])('sends to Accept-Encoding %s the coding %s', async (acceptEncoding, coding) => {
    const { headers } = await get('/assets/app-1.js', { 'accept-encoding': acceptEncoding })
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([coding, 'accept-encoding'])
  })

  it('sends a page for an unknown address only to a browser that accepts one', async () => {
    const typeFor = async (accept: string) => (await get('/nothing-here', { accept })).headers.get('content-type')
    expect([await typeFor('text/html'), await typeFor('text/html;q=0, */*')]).toEqual([
      'text/html; charset=utf-8',
      'text/plain; charset=UTF-8',
    ])
  })

  it('makes browsers revalidate shell and service worker each time', async () => {
    for (const target of ['/', '/sw.js', '/build.json']) {
      expect((await get(target, HTML_HEADERS)).headers.get('cache-control'), target).toBe('no-cache')
    }
    const etag = (await get('/sw.js')).headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"other", W/${etag}`, '*'])
      expect((await get('/sw.js', { 'if-none-match': tag })).status, tag).toBe(304)
    expect((await get('/sw.js', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('names the build that its pages have', async () => {
    expect(await (await get('/build.json')).json()).toEqual({ version: '0.0.0-test', build: expect.any(String), builtAtMs: 1 })
  })

  it('returns the shell for every navigation, with 404 where no screen exists', async () => {
    for (const target of [
      '/',
      '/home',
      '/tools/image-to-video-generator/0f5b3f3e-6a53-4b51-9a1c-0d7d6f1b2c3d',
      '/en/home',
      '/ai/creation/',
    ]) {
      expect((await get(target, HTML_HEADERS)).status, target).toBe(200)
    }
    const missingPage = await get('/no/such/screen', HTML_HEADERS)
    expect(missingPage.status).toBe(404)
    expect(await missingPage.text()).toContain('<title>one')
    expect((await get('/no/such.png', { accept: 'image/*' })).status).toBe(404)
    expect((await get('/assets/gone.js')).status).toBe(404)
  })

  it('is served as at the start, also when a new build replaces the folder', async () => {
    const etagBefore = (await get('/', HTML_HEADERS)).headers.get('etag')
    await writeBuild('<!doctype html><title>new</title>', 'app-new.js')
    const shellResponse = await get('/', HTML_HEADERS)
    expect([await shellResponse.text(), shellResponse.headers.get('etag')]).toEqual(['<!doctype html><title>one</title>', etagBefore])
    const script = await get('/assets/app-1.js', { 'accept-encoding': 'gzip' })
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    await writeBuild('<!doctype html><title>one</title>', 'app-1.js')
  })

  it('repairs the files of an interrupted start', async () => {
    const buildsDir = await mkdtemp(path.join(tmpdir(), 'kinora-kept-'))
    await cp(path.join(clientDir, 'assets'), path.join(buildsDir, '.draft-cut'), { recursive: true })
    const files = await loadStaticFiles(clientDir, createDiskBuilds(buildsDir))
    expect(files.find('/assets/app-1.js')).toBeDefined()
    expect((await readdir(path.join(buildsDir, files.buildId))).sort()).toEqual(['app-1.js', 'app-1.js.br', 'app-1.js.gz'])
    await loadStaticFiles(clientDir, createDiskBuilds(buildsDir))
    expect((await readdir(buildsDir)).filter((name) => !name.startsWith('.draft-'))).toEqual([files.buildId])
    await rm(buildsDir, { recursive: true, force: true })
  })

  it('retains the hashed files of the last three builds for pages of an older tab', async () => {
    const { dataDir } = server
    let latestBuildId = ''
    for (const number of [2, 3, 4]) {
      await writeBuild(`<!doctype html><title>build ${number}</title>`, `app-${number}.js`)
      const restartedServer = await startTestServer({ listen: false, clientDir, config: { dataDir } })
      const statusOf = async (name: string) => (await restartedServer.app.request(`${ORIGIN}/assets/${name}`)).status
      expect(await statusOf(`app-${number}.js`)).toBe(200)
      expect(await statusOf(`app-${number - 1}.js`)).toBe(200)
      if (number === 4) expect([await statusOf('app-2.js'), await statusOf('app-1.js')]).toEqual([200, 404])
      const { build: buildId } = (await (await restartedServer.app.request(`${ORIGIN}/build.json`)).json()) as { build: string }
      expect(buildId).not.toBe(latestBuildId)
      latestBuildId = buildId
      await restartedServer.close()
    }
  })
})

describe('the environment', () => {
  it('is read once, with defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 8787,
      host: 'localhost',
      signMode: 'enforce',
      origins: ['http://localhost:8787', 'http://127.0.0.1:8787', 'http://[::1]:8787'],
      welcomeVisitorsPerAddressPerDay: 10,
    })
    const publicEnvironment = { PUBLIC_ORIGIN: 'https://app.example/', PUBLIC_WITHOUT: 'mail,operator', PAYMENT_PROVIDER: 'sandbox' }
    expect(readConfig({ ...publicEnvironment, PORT: '' })).toMatchObject({
      origins: ['https://app.example'],
      port: 8787,
    })
  })

  it('names local addresses as browsers do, without the usual port', () => {
    expect(readConfig({ PORT: '80' }).origins).toEqual(['http://localhost', 'http://127.0.0.1', 'http://[::1]'])
  })

  it('of a public installation has mail and an operator, or names the missing ones', () => {
    const publicEnvironment = { PUBLIC_ORIGIN: 'https://app.example', PAYMENT_PROVIDER: 'sandbox' }
    const mailVariables = { SMTP_URL: 'smtps://mail.example' }
    const operatorVariables = { OPERATOR_NAME: 'Ada', OPERATOR_EMAIL: 'ada@app.example' }
    expect(() => readConfig({ ...publicEnvironment, ...operatorVariables })).toThrow(/^SMTP_URL: .*PUBLIC_WITHOUT=mail\.$/)
    expect(() => readConfig({ ...publicEnvironment, ...mailVariables })).toThrow(/^OPERATOR_NAME: .*PUBLIC_WITHOUT=operator\.$/)
    expect(() => readConfig({ ...publicEnvironment, ...mailVariables, OPERATOR_NAME: 'Ada' })).toThrow(/^OPERATOR_NAME/)
    expect(() => readConfig({ ...publicEnvironment, PUBLIC_WITHOUT: 'everything' })).toThrow(/PUBLIC_WITHOUT/)
    for (const otherVariables of [
      { ...mailVariables, ...operatorVariables },
      { ...operatorVariables, PUBLIC_WITHOUT: 'mail' },
      { ...mailVariables, PUBLIC_WITHOUT: 'operator' },
      { PUBLIC_WITHOUT: 'mail,operator' },
    ])
      expect(readConfig({ ...publicEnvironment, ...otherVariables }).origins).toEqual(['https://app.example'])
    expect(readConfig({ PUBLIC_ORIGIN: 'http://localhost:5173' }).smtpUrl).toBeUndefined()
  })

  it('names each wrong value', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(/PORT/)
    expect(() => readConfig({ SIGN_MODE: 'maybe' })).toThrow(/SIGN_MODE/)
    expect(() => readConfig({ TLS_CERT: 'a.pem' })).toThrow(/must be set together/)
    expect(() => readConfig({ ROLE: 'web' })).toThrow(/needs DATABASE_URL/)
    expect(readConfig({ ROLE: 'worker', DATABASE_URL: 'postgres://localhost/kinora', CHECKOUT_ORIGIN: 'https://pay.example' }).role).toBe(
      'worker',
    )
  })
})
