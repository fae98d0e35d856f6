import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textsAddress } from '#shared/domain/locale-files.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { makeShellFolder } from '../fixtures/server/shell-folder.ts'
import { ORIGIN } from './client.ts'

const BUILT_AT_MS = 1_763_859_000_000

let shellFolder: Awaited<ReturnType<typeof makeShellFolder>>
let server: TestServer

beforeAll(async () => {
  shellFolder = await makeShellFolder()
  await writeFile(path.join(shellFolder.folder, 'build.json'), JSON.stringify({ builtAtMs: BUILT_AT_MS }))
  server = await startTestServer({ listen: false, clientDir: shellFolder.folder })
})
afterAll(async () => {
  await server.close()
  await shellFolder.remove()
})

it('pages of the same build cache the texts for a day, and all others revalidate them each time', async () => {
  const cachingOf = async (address: string) => (await server.app.request(ORIGIN + address)).headers.get('cache-control')
  for (const file of ['en/common', 'component/ar']) expect(await cachingOf(textsAddress(file, BUILT_AT_MS))).toBe('public, max-age=86400')
  const otherAddresses = [textsAddress('en/common', BUILT_AT_MS - 1), '/locales/en/common.json', `/index.html?build=${BUILT_AT_MS}`]
  for (const address of otherAddresses) expect([address, await cachingOf(address)]).toEqual([address, 'no-cache'])
})

it('a page preloads the texts of its own build', async () => {
  const html = await (await server.app.request(`${ORIGIN}/home`, { headers: { accept: 'text/html' } })).text()
  expect(html).toContain(`href="${textsAddress('en/home', BUILT_AT_MS)}"`)
})
