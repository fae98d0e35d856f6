import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAN_FEATURES } from '#server/billing/plan-texts.ts'
import { EFFECT_ITEMS } from '#server/gallery/effect-items.ts'
import { pickIcons } from '#server/content/icons/icon-route.ts'
import { iconNameSchema } from '#shared/api/icon-name.ts'
import { ICON_FRESH_SECONDS, ICON_URL_MAX_LENGTH } from '#shared/domain/icon-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'

interface Answer {
  readonly prefix: string
  readonly icons: Record<string, { readonly body: string }>
  readonly aliases: Record<string, { readonly parent: string }>
  readonly not_found: readonly string[]
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, config: { signMode: 'enforce' } })
})
afterAll(() => server.close())

const get = (target: string, headers: Record<string, string> = {}) =>
  server.app.request(`http://localhost/api/icons/${target}`, { headers })
const loadIcons = async (names: string) => (await (await get(`lucide.json?icons=${encodeURIComponent(names)}`)).json()) as Answer

test('the call is public and returns the requested drawings only, unsigned, and the list of unknown names', async () => {
  const answer = await loadIcons('sun,no-such-icon,moon')
  expect(Object.keys(answer.icons).toSorted()).toEqual(['moon', 'sun'])
  expect(answer).toMatchObject({ prefix: 'lucide', width: 24, height: 24, aliases: {}, not_found: ['no-such-icon'] })
  expect(answer.icons['sun']?.body).toMatch(/^<g[^>]*stroke="currentColor"/)
})

test('an alias has the drawing of its target, and a circular one is unknown', async () => {
  const { icons: drawnIcons, aliases } = await loadIcons('activity-square')
  expect([Object.keys(drawnIcons), aliases]).toEqual([['square-activity'], { 'activity-square': { parent: 'square-activity' } }])
  const circularSet = { prefix: 'x', width: 1, height: 1, icons: {}, aliases: { one: { parent: 'two' }, two: { parent: 'one' } } }
  expect(pickIcons(circularSet, ['one'])).toMatchObject({ icons: {}, aliases: {}, not_found: ['one'] })
})

test('an answer is cacheable by everybody and revalidated by its tag', async () => {
  const firstResponse = await get('lucide.json?icons=sun')
  expect([firstResponse.status, firstResponse.headers.get('cache-control')]).toEqual([200, `public, max-age=${ICON_FRESH_SECONDS}`])
  const etag = firstResponse.headers.get('etag') ?? ''
  const cachedResponse = await get('lucide.json?icons=sun', { 'if-none-match': etag })
  expect([cachedResponse.status, await cachedResponse.text(), cachedResponse.headers.get('cache-control')]).toEqual([
    304,
    '',
    firstResponse.headers.get('cache-control'),
  ])
  expect((await get('lucide.json?icons=moon', { 'if-none-match': etag })).status).toBe(200)
})

test('unknown sets are not found, whatever their names', async () => {
  const strangeTargets = [
    'mdi.json?icons=home',
    'lucide?icons=sun',
    '.json?icons=sun',
    '..%2Flucide.json?icons=sun',
    '%2Fetc%2Fpasswd.json?icons=a',
  ]
  for (const target of [...strangeTargets, 'constructor.json?icons=sun', 'LUCIDE.json?icons=sun', '__proto__.json?icons=name']) {
    const answer = await get(target)
    expect([target, answer.status, answer.headers.get('cache-control')]).toEqual([target, 404, 'no-store'])
  }
})

test('invalid names are refused, and so is an address longer than the component’s', async () => {
  const strangeNames = ['', ',', 'sun,', '../sun', '__proto__', 'Sun', 'sun moon', '<svg>', 'a'.repeat(65), 'sün', '-sun', 'sun\0']
  for (const names of strangeNames)
    expect([names, (await get(`lucide.json?icons=${encodeURIComponent(names)}`)).status]).toEqual([names, 422])
  expect((await get('lucide.json')).status).toBe(422)
  const nameListOf = (length: number) =>
    `sun,${'a'.repeat(60)},`.repeat(10).slice(0, length - '/api/icons/lucide.json?icons='.length - 1) + 'n'
  expect((await get(`lucide.json?icons=${nameListOf(ICON_URL_MAX_LENGTH)}`)).status).toBe(200)
  expect((await get(`lucide.json?icons=${nameListOf(ICON_URL_MAX_LENGTH + 1)}`)).status).toBe(422)
})

test('properties of every object are no icons', async () => {
  expect(await loadIcons('constructor')).toMatchObject({ icons: {}, aliases: {}, not_found: ['constructor'] })
})

test('each icon in the data is a drawing of its set', async () => {
  const usedNames = [...PLAN_FEATURES, ...EFFECT_ITEMS].map(({ icon }) => iconNameSchema.parse(icon))
  const iconSet = JSON.parse(await readFile(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8')) as Answer
  expect(usedNames.filter((name) => !Object.hasOwn(iconSet.icons, name.replace('lucide:', '')))).toEqual([])
})
