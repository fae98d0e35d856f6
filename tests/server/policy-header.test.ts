import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SANDBOX_CSS_PATH } from '#server/billing/providers/sandbox/sandbox-page.ts'
import { DEV_MAIL_PATH } from '#server/mail/list-messages.ts'
import { carriesPolicy } from '#server/http/security-headers.ts'
import { EXPORT_PATH } from '#shared/api/account-settings.ts'
import { SHARE_PATH } from '#shared/domain/share-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { ORIGIN, createVisitor, upload } from './client.ts'
import { signUp } from './sign-up.ts'

const POLICY_HEADER = 'content-security-policy'
const FILES = ['index.html', 'sw.js', 'app.webmanifest', 'icon.png', 'logo.svg', 'font.woff2', 'one.css', 'codec.wasm', 'texts.json']
const HTML_HEADERS = { accept: 'text/html' }
const LOCAL_CALLER = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

let server: TestServer
let clientDir: string
beforeAll(async () => {
  clientDir = await mkdtemp(path.join(tmpdir(), 'kinora-client-'))
  await mkdir(path.join(clientDir, 'assets'))
  for (const name of FILES) await writeFile(path.join(clientDir, name), name.endsWith('json') ? '{}' : '<!doctype html><title>x</title>')
  await writeFile(path.join(clientDir, 'assets/hub-1.js'), '// worker')
  server = await startTestServer({ listen: false, clientDir, config: { signMode: 'off', isLocalOnly: true } })
})
afterAll(async () => {
  await server.close()
  await rm(clientDir, { recursive: true, force: true })
})

const get = (address: string, headers: Record<string, string> = {}) =>
  server.app.request(address.startsWith('http') ? address : ORIGIN + address, { headers }, LOCAL_CALLER)

async function describeAnswer(response: Response | undefined): Promise<string> {
  const { status = 0, headers = new Headers() } = response ?? {}
  await response?.arrayBuffer()
  const type = headers.get('content-type')?.split(';', 1)[0] ?? 'nothing'
  return `${status} ${type}: ${headers.has(POLICY_HEADER) ? 'policy' : 'none'}`
}

it('documents, scripts and media carry the policy, data does not, and all of them nosniff', async () => {
  const visitor = await createVisitor(server)
  const ownerHeaders = { 'x-user-token': visitor.token }
  const picture = await upload(visitor)
  const { client } = await signUp(server, 'ann@example.org')
  const answers: readonly (readonly [string, string, Response | undefined])[] = [
    ['a page', '200 text/html: policy', await get('/', HTML_HEADERS)],
    ['an unknown page', '404 text/html: policy', await get('/nothing', HTML_HEADERS)],
    ['a page for https', '403 text/html: policy', await get('http://192.168.1.5:8787/home', HTML_HEADERS)],
    ['a page of the newsletter', '200 text/html: policy', await get('/newsletter/confirm?token=none', HTML_HEADERS)],
    ['the mail of this computer', '200 text/html: policy', await get(DEV_MAIL_PATH, HTML_HEADERS)],
    ['the same as data', '200 application/json: none', await get(DEV_MAIL_PATH, { accept: 'application/json' })],
    ['the service worker', '200 text/javascript: policy', await get('/sw.js')],
    ['the same, unchanged', '304 text/javascript: policy', await get('/sw.js', { 'if-none-match': '*' })],
    ['a worker', '200 text/javascript: policy', await get('/assets/hub-1.js')],
    ['a drawing', '200 image/svg+xml: policy', await get('/logo.svg')],
    ['an icon', '200 image/png: policy', await get('/icon.png')],
    ['the manifest', '200 application/manifest+json: none', await get('/app.webmanifest')],
    ['a font', '200 font/woff2: none', await get('/font.woff2')],
    ['styles', '200 text/css: none', await get('/one.css')],
    ['a codec', '200 application/wasm: none', await get('/codec.wasm')],
    ['texts', '200 application/json: none', await get('/texts.json')],
    ['an unknown file', '404 text/plain: policy', await get('/nothing.js', { accept: 'text/css' })],
    ['the sitemap', '200 application/xml: policy', await get('/sitemap.xml')],
    ['a call', '200 application/json: none', await get('/api/v1/app/info')],
    ['a call that fails', '404 application/json: none', await get('/api/nothing')],
    ['a call from another origin', '403 application/json: none', await server.app.request(`${ORIGIN}/`, { method: 'POST' })],
    ['a picture', '200 image/jpeg: policy', await get(picture, ownerHeaders)],
    ['the same, unchanged', '304 image/jpeg: policy', await get(picture, { ...ownerHeaders, 'if-none-match': '*' })],
    ['a part of it', '206 image/jpeg: policy', await get(picture, { ...ownerHeaders, range: 'bytes=0-1' })],
    ['a part that is not there', '416 image/jpeg: policy', await get(picture, { ...ownerHeaders, range: 'bytes=99999999-' })],
    ['a file of another owner', '404 application/json: none', await get(picture)],
    ['an export', '200 application/zip: none', await client.request(EXPORT_PATH, {})],
    ['measures', '200 text/plain: policy', await get('/metrics')],
    ['a redirect', '303 nothing: none', await server.app.request(ORIGIN + SHARE_PATH, { method: 'POST', headers: { origin: ORIGIN } })],
    ['a checkout', '404 text/html: policy', await server.checkout?.request('/checkout/none')],
    ['styles of a checkout', '200 text/css: none', await server.checkout?.request(SANDBOX_CSS_PATH)],
  ]
  const descriptions: string[] = []
  for (const [name, , response] of answers) descriptions.push(`${name}: ${await describeAnswer(response)}`)
  expect(descriptions).toEqual(answers.map(([name, expected]) => `${name}: ${expected}`))
  for (const [name, , response] of answers) expect(response?.headers.get('x-content-type-options'), name).toBe('nosniff')
  const mediaResponse = await get(picture, ownerHeaders)
  expect(mediaResponse.headers.get(POLICY_HEADER)).toMatch(/sandbox allow-same-origin$/)
})

it('an error answer of the server itself is a document with the policy', async () => {
  const brokenServer = await startTestServer({ listen: false })
  const { token } = await createVisitor(brokenServer)
  await brokenServer.database.db.execute('alter table media rename to gone')
  const requestMedia = (accept: string) => brokenServer.app.request(`${ORIGIN}/media/x.mp4`, { headers: { accept, 'x-user-token': token } })
  expect([await describeAnswer(await requestMedia('text/html')), await describeAnswer(await requestMedia('application/json'))]).toEqual([
    '500 text/html: policy',
    '500 application/json: none',
  ])
  await brokenServer.database.db.execute('alter table gone rename to media')
  await brokenServer.close()
})

it('an unknown type has the policy', () => {
  const types = ['application/pdf', 'video/mp4', 'image/avif', 'audio/mp4', 'application/xhtml+xml', 'application/octet-stream', 'text/xml']
  expect(types.filter((type) => !carriesPolicy(type))).toEqual([])
  expect(carriesPolicy(null)).toBe(false)
})
