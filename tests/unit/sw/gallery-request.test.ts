import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import * as prompts from '#shared/api/prompts.ts'
import * as templates from '#shared/api/templates.ts'
import * as articles from '#shared/api/articles.ts'
import * as account from '#shared/api/account-settings.ts'
import * as catalogue from '#shared/api/catalogue.ts'
import * as files from '#shared/api/files.ts'
import * as generation from '#shared/api/generation.ts'
import * as payUser from '#shared/api/pay-user.ts'
import * as user from '#shared/api/user.ts'
import { BASE_PATHS, callPath } from '#shared/api/define-call.ts'
import { ARTICLE_ANSWERS, GALLERY_ANSWERS, updatedPathOf } from '#shared/contract/service-worker-messages.ts'
import { isArticleAnswer, isGalleryAnswer, isPicture, isVideo } from '#workers/sw/cached-requests.ts'

const FILE_NAME = '0123456789abcdef0123456789abcdef'
const callSchema = z.object({
  method: z.enum(['GET', 'POST', 'DELETE']),
  base: z.enum(Object.keys(BASE_PATHS) as (keyof typeof BASE_PATHS)[]),
  path: z.string(),
  isPublic: z.optional(z.boolean()),
})
const CALLS = [account, articles, catalogue, files, generation, payUser, prompts, templates, user].flatMap((file) =>
  Object.values(file as Record<string, unknown>).flatMap((value) => callSchema.safeParse(value).data ?? []),
)

function kindOf(path: string): string {
  const url = new URL(path, 'https://kinora.test')
  const kinds = { answer: isGalleryAnswer, article: isArticleAnswer, picture: isPicture, video: isVideo }
  return Object.entries(kinds).flatMap(([kind, isKind]) => (isKind(url) ? [kind] : []))[0] ?? 'passes'
}

test('the cached answers are those of the calls with the same answer for everybody', () => {
  expect(CALLS.length).toBeGreaterThan(30)
  const publicCalls = CALLS.filter(({ isPublic }) => isPublic === true)
  expect(publicCalls.map(callPath).toSorted()).toEqual([...ARTICLE_ANSWERS, ...GALLERY_ANSWERS].toSorted())
  for (const { method } of publicCalls) expect(method).toBe('GET')
})

test('the service worker ignores all other requests', () => {
  const paths = {
    '/api/v1/template/effects?curPage=1&pageSize=999': 'answer',
    '/api/v1/template/detail/path?path=a': 'answer',
    '/api/v1/article/list?curPage=1&pageSize=6': 'article',
    '/api/v1/article/detail?seoPath=a': 'article',
    '/api/v1/article/': 'passes',
    '/api/v1/ai/i2v/history?curPage=1': 'passes',
    '/api/v1/template/effects/': 'passes',
    '/api/v1/user/me': 'passes',
    [`/media/${FILE_NAME}.webp`]: 'picture',
    [`/media/${FILE_NAME}.jpg`]: 'picture',
    [`/media/${FILE_NAME}.webp?width=320`]: 'picture',
    [`/media/${FILE_NAME}.webp?width=321`]: 'passes',
    [`/media/${FILE_NAME}.mp4`]: 'video',
    [`/media/${FILE_NAME}.mp4?download=a.mp4`]: 'passes',
    [`/media/${FILE_NAME}.webp?X-Amz-Signature=a`]: 'passes',
    [`/media/${FILE_NAME}.html`]: 'passes',
    '/media/short.webp': 'passes',
    [`/upload/${FILE_NAME}.jpg`]: 'passes',
    '/sw.js': 'passes',
  }
  expect(Object.fromEntries(Object.keys(paths).map((path) => [path, kindOf(path)]))).toEqual(paths)
})

test('a page gets only messages about cached answers', () => {
  const readPath = (path: unknown, type = 'CACHE_UPDATED') => updatedPathOf({ type, payload: { path } })
  expect(readPath('/api/v1/template/effects')).toBe('/api/v1/template/effects')
  const ignoredPaths = [
    readPath('/api/v1/user/me'),
    readPath(1),
    readPath('/api/v1/template/new', 'WAKE_HUB'),
    updatedPathOf(null),
    updatedPathOf('CACHE_UPDATED'),
  ]
  expect(ignoredPaths).toEqual(ignoredPaths.map(() => undefined))
})
