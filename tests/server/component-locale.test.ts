import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { makeShellFolder } from '../fixtures/server/shell-folder.ts'
import { ORIGIN } from './client.ts'

const PAGES = ['/', '/home', '/index.html', '/nothing/like/that']

let shellFolder: Awaited<ReturnType<typeof makeShellFolder>>
let server: TestServer | undefined

beforeAll(async () => {
  shellFolder = await makeShellFolder()
})
afterAll(async () => {
  await server?.close()
  await shellFolder.remove()
})

it('COMPONENT_LOCALE is one of the list, zh-CN where it is not set', () => {
  expect(readConfig({}).componentLocale).toBe('zh-CN')
  expect(readConfig({ COMPONENT_LOCALE: 'fa-IR' }).componentLocale).toBe('fa-IR')
  for (const code of ['fa', 'tg', 'EN']) expect(() => readConfig({ COMPONENT_LOCALE: code })).toThrow('COMPONENT_LOCALE')
})

it('every page names the language of components, unless it is the usual one', async () => {
  for (const [componentLocale, expectedLocale] of [
    ['zh-CN', null],
    ['ar', 'ar'],
  ] as const) {
    server = await startTestServer({ listen: false, clientDir: shellFolder.folder, config: { componentLocale } })
    for (const path of PAGES) {
      const answer = await server.app.request(ORIGIN + path, { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const html = (answer.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      expect([path, /<html [^>]*data-component-locale="([^"]+)"/.exec(html)?.[1] ?? null]).toEqual([path, expectedLocale])
    }
    await server.close()
    server = undefined
  }
})
