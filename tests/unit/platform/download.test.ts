import { afterEach, expect, test, vi } from 'vitest'
import { fetchMedia } from '#src/browser/download.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [404, 'never'],
  [401, 'later'],
  [403, 'later'],
  [429, 'later'],
  [500, 'later'],
  [502, 'later'],
])('a file with the answer %i can be retried: %s', async (status, retry) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  expect(await fetchMedia('/media/a.mp4')).toMatchObject({ ok: false, error: { retry } })
})

test('a file without an answer can be retried', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  expect(await fetchMedia('/media/a.mp4')).toMatchObject({ ok: false, error: { retry: 'later' } })
})
