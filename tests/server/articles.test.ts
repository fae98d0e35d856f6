import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArticles, parseArticle } from '#server/content/articles/open-articles.ts'
import { getArticle, getArticles, getArticleTags } from '#shared/api/articles.ts'
import { ARTICLE_PAGE_SIZE, HOT_ARTICLES } from '#shared/domain/article-rules.ts'
import { DESCRIPTION_CHARS } from '#shared/domain/item-head.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { makeShellFolder } from '../fixtures/server/shell-folder.ts'
import { makeArticleFolder } from '../fixtures/server/article-folder.ts'
import { createTestClient, ORIGIN } from './client.ts'

const SEED_FOLDER = path.resolve(import.meta.dirname, '../../server/seed/articles')
const MIN_ARTICLES = 12
const NO_GALLERY = { items: [] }

let articleFolder: Awaited<ReturnType<typeof makeArticleFolder>>
let shellFolder: Awaited<ReturnType<typeof makeShellFolder>>
let server: TestServer
let productServer: TestServer
beforeAll(async () => {
  const manyArticles = Array.from({ length: 8 }, (_, index) => ({ seoUrl: `many-${index}`, publishedAt: `2026-08-0${index + 1}` }))
  articleFolder = await makeArticleFolder([
    ...manyArticles,
    { seoUrl: 'newest', publishedAt: '2026-09-20', tags: ['tips-tutorials', 'camera'], isHot: true, text: 'See [a tool](/home).' },
    { seoUrl: '', title: 'Named by its Title!', publishedAt: '2026-09-01', tags: ['tips-tutorials'] },
    { seoUrl: 'no-text', text: '   ' },
    { seoUrl: 'no-cover', cover: 'nothing-like-it', publishedAt: '2026-07-01' },
  ])
  server = await startTestServer({ listen: false, articlesDir: articleFolder.folder })
  shellFolder = await makeShellFolder()
  productServer = await startTestServer({ listen: false, clientDir: shellFolder.folder })
})
afterAll(async () => {
  await server.close()
  await productServer.close()
  await articleFolder.remove()
  await shellFolder.remove()
})

const newClient = () => createTestClient(server)
const firstPageInput = { curPage: 1, pageSize: ARTICLE_PAGE_SIZE }

describe('the list of articles', () => {
  it('is public, the newest first, a page at a time without a gap or a duplicate', async () => {
    const client = newClient()
    const firstPage = await client.get(getArticles, firstPageInput)
    expect(firstPage.totalSize).toBe(11)
    expect(firstPage.data.map(({ title }) => title).slice(0, 3)).toEqual(['About newest', 'Named by its Title!', 'About many-7'])
    const secondPage = await client.get(getArticles, { ...firstPageInput, curPage: 2 })
    expect([firstPage.data.length, secondPage.data.length]).toEqual([ARTICLE_PAGE_SIZE, 5])
    expect(new Set([...firstPage.data, ...secondPage.data].map(({ title }) => title)).size).toBe(11)
    expect(await client.get(getArticles, { ...firstPageInput, curPage: 3 })).toEqual({ data: [], totalSize: 11 })
  })

  it('of a tag has its articles only, and without a tag all', async () => {
    const tipArticles = await newClient().get(getArticles, { ...firstPageInput, seoPath: 'Tips-Tutorials' })
    expect(tipArticles.data.map(({ title }) => title)).toEqual(['About newest', 'Named by its Title!'])
    expect((await newClient().get(getArticles, { ...firstPageInput, seoPath: '' })).totalSize).toBe(11)
    expect(await newClient().refusal(getArticles, { ...firstPageInput, seoPath: 'nothing' })).toEqual({ code: 'H4001' })
  })

  it('of the first articles has those only', async () => {
    const hotArticles = await newClient().get(getArticles, { only: 'hot', curPage: 1, pageSize: HOT_ARTICLES })
    expect(hotArticles.data.map(({ seoUrl }) => seoUrl)).toEqual(['newest'])
  })

  it('refuses an impossible page', async () => {
    for (const [input, field] of [
      [{ curPage: 0, pageSize: 6 }, 'curPage'],
      [{ curPage: 1.5, pageSize: 6 }, 'curPage'],
      [{ curPage: 1, pageSize: 0 }, 'pageSize'],
      [{ curPage: 1, pageSize: 1000 }, 'pageSize'],
    ] as const)
      expect(await newClient().refusal(getArticles, input)).toEqual({ code: 'H3000', fields: [field] })
  })

  it('shows the picture of an item of the galleries, with its size, or none', async () => {
    const { data } = await newClient().get(getArticles, { curPage: 1, pageSize: 999 })
    const { cover } = data[0] ?? {}
    const coverResponse = await newClient().request(cover?.firstImageUrl ?? '')
    expect([coverResponse.status, coverResponse.headers.get('content-type'), (cover?.width ?? 0) > 600]).toEqual([200, 'image/webp', true])
    expect(data.find(({ seoUrl }) => seoUrl === 'no-cover')?.cover).toBeNull()
    expect(data[0]?.publishedAt).toBe(Date.parse('2026-09-20T12:00:00Z'))
  })
})

describe('the tags', () => {
  it('are the tags with articles', async () => {
    expect(await newClient().get(getArticleTags, {})).toEqual({
      data: [
        { tagTitle: 'Camera', seoUrl: 'camera' },
        { tagTitle: 'Tips & tutorials', seoUrl: 'tips-tutorials' },
      ],
    })
  })
})

describe('one article', () => {
  it('is read by its address, or by the slug of its title where it has none, in any case of letters', async () => {
    const article = await newClient().get(getArticle, { seoPath: 'NEWEST' })
    expect([article.title, article.articleLabels, article.articleContent]).toEqual([
      'About newest',
      ['Tips & tutorials', 'Camera'],
      '<p>See <a href="/home">a tool</a>.</p>\n',
    ])
    expect((await newClient().get(getArticle, { seoPath: 'named-by-its-title' })).title).toBe('Named by its Title!')
  })

  it('is not found without a text, and a tag is no article', async () => {
    for (const seoPath of ['no-text', 'camera', 'nothing', '../newest', '__proto__']) {
      expect([seoPath, await newClient().refusal(getArticle, { seoPath })]).toEqual([seoPath, { code: 'H4001' }])
    }
    expect((await newClient().refusal(getArticle, { seoPath: '' })).code).toBe('H3001')
  })

  it('is the same for everybody and cacheable; a refusal is not', async () => {
    const client = newClient()
    await client.get(getArticle, { seoPath: 'newest' })
    expect([client.headers().get('cache-control'), client.headers().get('set-cookie')]).toEqual(['public, no-cache', null])
    expect(client.headers().get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
    await client.refusal(getArticle, { seoPath: 'nothing' })
    expect(client.headers().get('cache-control')).toBe('no-store')
  })
})

describe('articles with mistakes', () => {
  it.each([
    ['a tag that there is not', [{ seoUrl: 'one', tags: ['nothing'] }]],
    ['a day that there is not', [{ seoUrl: 'one', publishedAt: '2026-02-31' }]],
    ['an address that is no slug', [{ seoUrl: 'One Two' }]],
    ['the address of a tag', [{ seoUrl: 'camera' }]],
    ['no summary', [{ seoUrl: 'one', summary: ' ' }]],
  ])('stop the server at its start: %s', async (_, articles) => {
    const wrongFolder = await makeArticleFolder(articles)
    await expect(openArticles(wrongFolder.folder, NO_GALLERY)).rejects.toThrow()
    await wrongFolder.remove()
  })
})

describe('the articles of the product', () => {
  const listArticles = async () => (await createTestClient(productServer).get(getArticles, { curPage: 1, pageSize: 999 })).data

  it('are enough, each with a cover of its own, a summary that fits a description, and a text', async () => {
    const articles = await listArticles()
    expect(articles.length).toBeGreaterThanOrEqual(MIN_ARTICLES)
    for (const { title, cover, summary } of articles) {
      expect([title, cover === null, summary.length > 40, summary.length <= DESCRIPTION_CHARS * 2]).toEqual([title, false, true, true])
    }
    expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length)
    const { data: tags } = await createTestClient(productServer).get(getArticleTags, {})
    expect(tags.map(({ seoUrl }) => seoUrl)).toContain('tips-tutorials')
    expect(
      (await createTestClient(productServer).get(getArticles, { only: 'hot', curPage: 1, pageSize: HOT_ARTICLES })).totalSize,
    ).toBeGreaterThan(2)
  })

  it('begin with a heading of the second order at most, and lead to addresses that are there', async () => {
    const paths = new Set<string>()
    for (const { seoUrl } of await listArticles()) {
      const { articleContent = '' } = await createTestClient(productServer).get(getArticle, { seoPath: seoUrl })
      expect([seoUrl, articleContent.length > 1000, articleContent.includes('<h1')]).toEqual([seoUrl, true, false])
      for (const [, href = ''] of articleContent.matchAll(/href="([^"]*)"/g)) paths.add(href)
    }
    for (const address of [...paths].filter((href) => href.startsWith('/'))) {
      const { pathname } = new URL(address, ORIGIN)
      expect([address, matchRoute(pathname) === undefined]).toEqual([address, false])
      const answer = await productServer.app.request(ORIGIN + pathname, { headers: { accept: 'text/html' } })
      expect([address, answer.status]).toEqual([address, 200])
    }
  })

  it('are all parsed without loss', async () => {
    const files = (await readdir(SEED_FOLDER)).filter((file) => file.endsWith('.md'))
    const sources = await Promise.all(files.map(async (file) => parseArticle(await readFile(path.join(SEED_FOLDER, file), 'utf8'))))
    expect((await listArticles()).map(({ seoUrl }) => seoUrl).sort()).toEqual(sources.map(({ seoUrl }) => seoUrl).sort())
  })
})
