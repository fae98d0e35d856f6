import { beforeEach, expect, test, vi } from 'vitest'

const FILES: Record<string, Record<string, string>> = {
  '/locales/en/common.json': {
    hello: 'Hello',
    nested: 'As $t(hello)',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
  },
  '/locales/en/more.json': { later: 'Later' },
}

const fetchTexts = vi.fn(async (address: string) => {
  const path = address.replace(/\?build=\d+$/, '')
  return path in FILES ? Response.json(FILES[path]) : new Response(null, { status: 404 })
})

beforeEach(() => {
  vi.resetModules()
  fetchTexts.mockClear()
  vi.stubGlobal('fetch', fetchTexts)
})

test('texts are found with and without values, one kind in another', async () => {
  const { startTexts, text } = await import('#src/i18n/i18n.ts')
  await startTexts()
  expect([text('hello'), text('hello'), text('nested'), text('minutes', { count: 1 }), text('minutes', { count: 3 })]).toEqual([
    'Hello',
    'Hello',
    'As Hello',
    '1 minute',
    '3 minutes',
  ])
})

test('a file is fetched once for any number of parts, and missing texts are there afterwards', async () => {
  const { addTexts, startTexts, text } = await import('#src/i18n/i18n.ts')
  await startTexts()
  expect(text('later')).toBe('later')
  expect(await Promise.all([addTexts('more'), addTexts('more')])).toEqual([true, true])
  expect(await addTexts('more')).toBe(true)
  expect(fetchTexts).toHaveBeenCalledTimes(2)
  expect(text('later')).toBe('Later')
})

test('a file that failed to load is fetched again', async () => {
  const { addTexts, startTexts } = await import('#src/i18n/i18n.ts')
  await startTexts()
  expect(await addTexts('nowhere')).toBe(false)
  expect(await addTexts('nowhere')).toBe(false)
  expect(fetchTexts).toHaveBeenCalledTimes(3)
})

test('a start with other texts drops the found ones', async () => {
  const { startTexts, text } = await import('#src/i18n/i18n.ts')
  for (const words of [{ hello: 'Hello' }, { hello: 'Good day' }]) {
    await startTexts(async () => words)
    expect(text('hello')).toBe(words.hello)
  }
})
