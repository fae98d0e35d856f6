import { expect, test } from 'vitest'
import { createApiClient } from '#shared/api/client.ts'
import { getPromptWords } from '#shared/api/prompts.ts'
import { getPoints } from '#shared/api/user.ts'
import {
  CACHED_ANSWER_AFTER_SECONDS,
  CACHE_MAX_AGE_SECONDS,
  MAX_CACHED_ANSWERS,
  MAX_CACHED_PICTURES,
  MAX_CACHED_VIDEO_BYTES,
  MAX_CACHED_VIDEOS,
} from '#shared/domain/gallery-rules.ts'
import { markCached, mustFetchWhole, isCacheableAnswer, isCacheableFile, isCacheableVideo } from '#workers/sw/is-cacheable.ts'

const GALLERY_CACHING = 'public, max-age=31536000, immutable'
const OWN_CACHING = 'private, no-cache'

function answer(caching: string, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(null, { status, headers: { 'cache-control': caching, ...headers } })
}

test('answers are cached for everybody or not at all', () => {
  expect(isCacheableAnswer(answer('public, no-cache'))).toBe(true)
  for (const caching of ['no-store', OWN_CACHING, 'no-cache', 'public, no-store', 'public, private'])
    expect(isCacheableAnswer(answer(caching))).toBe(false)
  for (const status of [206, 304, 401, 404, 500]) expect(isCacheableAnswer(answer('public, no-cache', {}, status))).toBe(false)
  expect(isCacheableAnswer(Response.error())).toBe(false)
})

test('only files of the galleries are cached, and only whole', () => {
  expect(isCacheableFile(answer(GALLERY_CACHING))).toBe(true)
  for (const caching of [
    OWN_CACHING,
    'public, no-cache',
    'immutable',
    '',
    'max-age=1, publicly, immutable',
    'private="public, immutable", immutable',
  ]) {
    expect([caching, isCacheableFile(answer(caching))]).toEqual([caching, false])
  }
  for (const status of [206, 304, 404, 416]) expect(isCacheableFile(answer(GALLERY_CACHING, {}, status))).toBe(false)
})

test('a video is cached up to its largest size', () => {
  const isCacheableOfSize = (bytes: number) => isCacheableVideo(answer(GALLERY_CACHING, { 'content-length': String(bytes) }))
  expect([
    isCacheableOfSize(MAX_CACHED_VIDEO_BYTES),
    isCacheableOfSize(MAX_CACHED_VIDEO_BYTES + 1),
    isCacheableOfSize(0),
    isCacheableVideo(answer(GALLERY_CACHING)),
  ]).toEqual([true, false, false, false])
})

test('a played part causes a fetch of the whole only where the whole may be cached', () => {
  const fetchesWhole = (caching: string, totalBytes: string, status = 206) =>
    mustFetchWhole(answer(caching, { 'content-range': `bytes 0-9/${totalBytes}` }, status))
  expect(fetchesWhole(GALLERY_CACHING, '1000')).toBe(true)
  expect(fetchesWhole(GALLERY_CACHING, String(MAX_CACHED_VIDEO_BYTES + 1))).toBe(false)
  expect(fetchesWhole(GALLERY_CACHING, '*')).toBe(false)
  expect(fetchesWhole(OWN_CACHING, '1000')).toBe(false)
  expect(fetchesWhole(GALLERY_CACHING, '1000', 200)).toBe(false)
})

test('a cached answer is marked as cached, and does not set the clock that signs calls', async () => {
  const nowMs = 1_800_000_000_000
  const dayAgo = new Date(nowMs - 86_400_000).toUTCString()
  const freshAnswer = new Response(JSON.stringify({ statusCode: 200, data: { words: ['slow pan'] } }), {
    headers: { date: dayAgo, 'cache-control': 'public, no-cache' },
  })
  const cachedAnswer = markCached(freshAnswer)
  expect(cachedAnswer.headers.get('cache-control')).toBe('public, no-cache')
  const signedAt: (string | null)[] = []
  const client = createApiClient({
    fetch: async (_, init) => {
      signedAt.push(new Headers(init?.headers).get('x-timestamp'))
      return cachedAnswer.clone()
    },
    nowMs: () => nowMs,
    signKey: 'key',
    readCallerParams: async () => ({
      deviceSize: '',
      language: '',
      userToken: '',
      appInstanceId: '',
      appVersion: '',
      appPackage: '',
      businessUserId: '',
    }),
  })
  let cachedCount = 0
  const onCached = () => {
    cachedCount += 1
  }
  expect(await client.call(getPromptWords, {}, { onCached })).toEqual({ ok: true, value: { words: ['slow pan'] } })
  await client.call(getPoints, {})
  expect(cachedCount).toBe(1)
  expect(signedAt).toEqual([String(nowMs), String(nowMs)])
})

test('the cache has limits', () => {
  expect({
    CACHED_ANSWER_AFTER_SECONDS,
    MAX_CACHED_ANSWERS,
    MAX_CACHED_PICTURES,
    MAX_CACHED_VIDEOS,
    megabytesOfVideos: (MAX_CACHED_VIDEOS * MAX_CACHED_VIDEO_BYTES) / 2 ** 20,
    unseenDays: CACHE_MAX_AGE_SECONDS / 86_400,
  }).toEqual({
    CACHED_ANSWER_AFTER_SECONDS: 5,
    MAX_CACHED_ANSWERS: 100,
    MAX_CACHED_PICTURES: 400,
    MAX_CACHED_VIDEOS: 24,
    megabytesOfVideos: 192,
    unseenDays: 30,
  })
})
