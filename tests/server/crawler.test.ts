import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { dataHtml } from '#server/content/pages/page-head.ts'
import { QUESTIONS } from '#server/billing/plan-texts.ts'
import { getArticle, getArticles, MAX_ARTICLE_PAGE } from '#shared/api/articles.ts'
import { getPopularTemplates, MAX_TEMPLATE_PAGE } from '#shared/api/templates.ts'
import { templatePath, resourcePath } from '#shared/domain/detail-path.ts'
import { DESCRIPTION_CHARS } from '#shared/domain/item-head.ts'
import { ANSWER_FACTS, TOPICS } from '#shared/domain/support-rules.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { privacyPolicy } from '#shared/legal/privacy-policy.ts'
import { termsOfService } from '#shared/legal/terms-of-service.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { PUBLIC_ORIGIN as PUBLIC, startPublicServer } from '../fixtures/server/public-server.ts'
import { createTestClient, ORIGIN } from './client.ts'

const UNNAMED_OPERATOR = { name: null, email: null, address: null }
/** Pages that the server sends as a whole prerendered screen, without the plain text in `<noscript>`. */
const PRERENDERED_PATHS = new Set(['/'])

let server: TestServer
beforeAll(async () => {
  server = await startPublicServer(ORIGIN)
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => server.app.request(ORIGIN + path, { headers })
const firstMatch = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''

/** Returns the words that a reader of the HTML sees, without tags and escapes. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Requests a page as a crawler, which runs no scripts, and returns the parts of its HTML. */
async function crawl(path: string) {
  const response = await get(path, { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  const html = await response.text()
  const [, head = '', body = ''] = /<head>([\s\S]*)<\/head>([\s\S]*)/.exec(html) ?? []
  return {
    status: response.status,
    html,
    title: firstMatch(head, /<title>([^<]*)/),
    description: firstMatch(head, /name="description" content="([^"]*)"/),
    canonical: firstMatch(head, /rel="canonical" href="([^"]*)"/),
    picture: firstMatch(head, /property="og:image" content="([^"]*)"/),
    languages: [...head.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)" \/>/g)].map(([, language, href]) => [
      language,
      href,
    ]),
    data: [...head.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    ),
    noscriptHtml: firstMatch(body, /<noscript>([\s\S]*?)<\/noscript>/),
  }
}

const loadSitemapPaths = async () =>
  [...(await (await get('/sitemap.xml')).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)

describe('a crawler without a script', () => {
  it('gets title, description, address, picture and words for every address of the sitemap', async () => {
    const client = createTestClient(server)
    const { data: templates } = await client.get(getPopularTemplates, { curPage: 1, pageSize: MAX_TEMPLATE_PAGE })
    const prompts = new Map(templates.map((template) => [templatePath(template), template.prompt]))
    const { data: cards } = await client.get(getArticles, { curPage: 1, pageSize: MAX_ARTICLE_PAGE })
    const texts = new Map<string, string>([
      [ROUTES.privacy, privacyPolicy(UNNAMED_OPERATOR).short.at(-1) ?? ''],
      [ROUTES.terms, termsOfService(UNNAMED_OPERATOR).short.at(-1) ?? ''],
    ])
    for (const card of cards) texts.set(resourcePath(card), (await client.get(getArticle, { seoPath: card.seoUrl })).articleContent ?? '')
    const paths = await loadSitemapPaths()
    expect(paths.length).toBeGreaterThan(cards.length + templates.length)
    for (const path of paths) {
      const page = await crawl(path)
      const address = PUBLIC + path
      expect([path, page.status, page.title.length > 5, page.description.length > 10, page.canonical]).toEqual([
        path,
        200,
        true,
        true,
        address,
      ])
      expect([path, wordsOf(page.description).length <= DESCRIPTION_CHARS]).toEqual([path, true])
      expect([path, page.languages]).toEqual([
        path,
        [
          ['en', address],
          ['x-default', address],
        ],
      ])
      expect([path, page.picture.startsWith(`${PUBLIC}/share`)]).toEqual([path, true])
      if (PRERENDERED_PATHS.has(path)) continue
      expect([path, page.noscriptHtml.match(/<h1>/g)?.length, page.noscriptHtml.includes('href="/resource"')]).toEqual([path, 1, true])
      const words = wordsOf(texts.get(path) ?? prompts.get(path) ?? page.description)
      expect([path, words.length > 10 && wordsOf(page.noscriptHtml).includes(words)]).toEqual([path, true])
    }
  })

  it('gets every answer of the support page, with its values and links', async () => {
    const { noscriptHtml } = await crawl('/support')
    const topicQuestions = Object.values(TOPICS).flat()
    expect([noscriptHtml.match(/<dt>/g)?.length, noscriptHtml.match(/<dd>[^<]/g)?.length]).toEqual([
      topicQuestions.length,
      topicQuestions.length,
    ])
    expect(wordsOf(noscriptHtml)).toContain(`Videos start at ${ANSWER_FACTS['points']} points.`)
    expect(noscriptHtml).toContain('<a href="/ai/ledger">your points page</a>')
    expect(noscriptHtml).not.toMatch(/\{\{|undefined|NaN/)
  })

  it('reaches every address of the sitemap from the start by links alone', async () => {
    const reachedPaths = new Set(['/home'])
    for (const path of reachedPaths) {
      const { noscriptHtml } = await crawl(path)
      for (const [, href = ''] of noscriptHtml.matchAll(/<a href="(\/[^"#?]*)/g)) reachedPaths.add(href)
    }
    const exemptPaths = new Set(['/', '/login', '/signup', '/privacy-policy', '/terms-of-service', '/home'])
    expect((await loadSitemapPaths()).filter((path) => !reachedPaths.has(path) && !exemptPaths.has(path))).toEqual([])
  })

  it('gets no text of unlisted addresses, and no duplicate of a prerendered screen', async () => {
    for (const path of ['/', '/ai/creation', '/nowhere', '/resource/nothing', '/video-effects/0f5b3f3e-6a53-4b51-9a1c-0d7d6f1b2c3d']) {
      const { noscriptHtml, data } = await crawl(path)
      expect([path, noscriptHtml.includes('<h1'), path === '/' ? [] : data]).toEqual([path, false, []])
    }
  })
})

describe('the picture a link is shown with', () => {
  it('is 1200 by 630, cacheable, and sent again only without a matching tag', async () => {
    const { picture } = await crawl('/video-effects/golden-hour')
    const { pathname } = new URL(picture)
    const response = await get(pathname)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    const bytes = await response.arrayBuffer()
    const { width, height, format } = await sharp(Buffer.from(bytes)).metadata()
    expect([width, height, format, bytes.byteLength < 300_000]).toEqual([1200, 630, 'jpeg', true])
    const etag = response.headers.get('etag') ?? ''
    expect((await get(pathname, { 'if-none-match': etag })).status).toBe(304)
  })

  it('exists for every item and article', async () => {
    const pictures = await Promise.all((await loadSitemapPaths()).map(async (path) => (await crawl(path)).picture))
    for (const address of new Set(pictures)) {
      const { pathname } = new URL(address)
      if (pathname === '/share.jpg') continue
      // `if-none-match: *` matches any version of the picture, so the server answers 304 and does not draw it.
      const response = await get(pathname, { 'if-none-match': '*' })
      expect([pathname, response.status, response.headers.get('content-type')]).toEqual([pathname, 304, 'image/jpeg'])
    }
  })

  it('exists for nothing else', async () => {
    for (const path of [
      '/share/videos/nothing.jpg',
      '/share/articles/nothing.jpg',
      '/share/other/golden-hour-video-effect.jpg',
      '/share/videos/..%2f..%2fsecret.jpg',
      '/share/videos/__proto__.jpg',
      '/share/videos/golden-hour-video-effect.png',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })
})

describe('structured data', () => {
  const typesOf = async (path: string) => (await crawl(path)).data.map((data) => data['@type'])

  it('describes the site, items, articles with their breadcrumbs, and questions', async () => {
    const { data: cards } = await createTestClient(server).get(getArticles, { curPage: 1, pageSize: 1 })
    const path = resourcePath(cards[0] ?? { seoUrl: '', title: '' })
    expect(await typesOf('/')).toEqual(['WebSite', 'SoftwareApplication'])
    expect(await typesOf('/video-effects/golden-hour')).toEqual(['CreativeWork'])
    expect(await typesOf(path)).toEqual(['Article', 'BreadcrumbList'])
    expect(await typesOf('/resource')).toEqual([])
    const [article] = (await crawl(path)).data
    expect(article).toMatchObject({
      headline: cards[0]?.title,
      mainEntityOfPage: PUBLIC + path,
      datePublished: new Date(cards[0]?.publishedAt ?? 0).toISOString(),
    })
    const [questions] = (await crawl('/pricing')).data
    expect([questions?.['@type'], questions?.['mainEntity']]).toMatchObject(['FAQPage', { length: QUESTIONS.length }])
  })

  it('is closed by no text in it', () => {
    const hostileText = '</script><script>alert(1)</script><!-- \u2028 ]]> &lt;'
    const html = dataHtml({ name: hostileText })
    expect(html.match(/</g)).toHaveLength(2)
    expect(JSON.parse(/>([^<]*)</.exec(html)?.[1] ?? '')).toEqual({ name: hostileText })
  })
})
