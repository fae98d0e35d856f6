import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headHtml } from '#server/content/pages/page-head.ts'
import { viewWithPicture } from '#server/content/pages/open-pages.ts'
import { TEMPLATES } from '#server/boot/open-resources.ts'
import { getArticles, getArticleTags, MAX_ARTICLE_PAGE } from '#shared/api/articles.ts'
import { getEffects, getExplore, getHotTemplates, getPopularTemplates, MAX_TEMPLATE_PAGE } from '#shared/api/templates.ts'
import { templatePath, templateSlug, resourcePath } from '#shared/domain/detail-path.ts'
import { DESCRIPTION_CHARS } from '#shared/domain/item-head.ts'
import { LANDING_PICTURE_SIZES, landingItem, MODE_PICTURE_SIZES, modeItems } from '#shared/domain/home-items.ts'
import { ARTICLE_COVER_SIZES, ARTICLE_PAGE_SIZE, ARTICLE_PICTURE_SIZES } from '#shared/domain/article-rules.ts'
import { GALLERY_PICTURE_SIZES } from '#shared/domain/gallery-rules.ts'
import { POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { PUBLIC_ORIGIN as PUBLIC, startPublicServer } from '../fixtures/server/public-server.ts'
import { createTestClient, ORIGIN } from './client.ts'

const CREATION = '0f5b3f3e-6a53-4b51-9a1c-0d7d6f1b2c3d'
const PUBLIC_SCREENS = [
  '/',
  '/home',
  '/login',
  '/signup',
  '/pricing',
  '/support',
  '/explore',
  '/resource',
  '/privacy-policy',
  '/terms-of-service',
  '/video-effects',
  '/tools/start-end-frame',
  '/tools/video-templates',
  '/tools/image-to-video-generator',
]

let server: TestServer
beforeAll(async () => {
  server = await startPublicServer(ORIGIN)
})
afterAll(() => server.close())

const get = async (path: string, headers: Record<string, string> = {}) =>
  server.app.request(ORIGIN + path, { headers: { accept: 'text/html', ...headers } })
const loadArticles = async () => {
  const client = createTestClient(server)
  const { data: articles } = await client.get(getArticles, { curPage: 1, pageSize: MAX_ARTICLE_PAGE })
  return { articles, tags: (await client.get(getArticleTags, {})).data }
}
const loadTemplates = () => createTestClient(server).get(getPopularTemplates, { curPage: 1, pageSize: MAX_TEMPLATE_PAGE })

/** Requests a page, and returns its status, its HTML and the tags of its head by name. Throws if a name occurs twice. */
async function readHead(path: string, headers: Record<string, string> = {}) {
  const response = await get(path, headers)
  const html = await response.text()
  const tagPairs = [
    ...[...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => ['title', text] as const),
    ...[...html.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"/g)].map(([, name, text]) => [name, text] as const),
    ...[...html.matchAll(/<link rel="(canonical)" href="([^"]*)"/g)].map(([, name, text]) => [name, text] as const),
  ]
  const names = tagPairs.map(([name]) => name)
  expect([path, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([path, []])
  return { status: response.status, html, headTags: Object.fromEntries(tagPairs) as Record<string, string | undefined> }
}

describe('the head of an address', () => {
  it('has on every public screen a title, a description, one address and a picture, all different', async () => {
    const heads = await Promise.all(PUBLIC_SCREENS.map((path) => readHead(path)))
    for (const [index, { status, headTags }] of heads.entries()) {
      const path = PUBLIC_SCREENS[index] ?? ''
      const address = `${PUBLIC}${path}`
      expect([path, status]).toEqual([path, 200])
      expect(headTags).toMatchObject({
        canonical: address,
        'og:url': address,
        'og:title': headTags['title'],
        'og:description': headTags['description'],
        'og:type': 'website',
        'og:site_name': 'Kinora',
        'og:image': `${PUBLIC}/share.jpg`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'twitter:card': 'summary_large_image',
      })
      expect([path, headTags['robots'], (headTags['og:image:alt'] ?? '').length > 0]).toEqual([path, undefined, true])
      expect([path, (headTags['description'] ?? '').length > 40, (headTags['description'] ?? '').length <= DESCRIPTION_CHARS]).toEqual([
        path,
        true,
        true,
      ])
    }
    for (const name of ['title', 'description']) expect(new Set(heads.map(({ headTags }) => headTags[name])).size).toBe(heads.length)
  })

  it('is the same with a locale in front, a trailing slash, capitals and a query, and /index is the landing', async () => {
    for (const [path, canonical] of [
      ['/en', '/'],
      ['/en/', '/'],
      ['/index', '/'],
      ['/en/pricing', '/pricing'],
      ['/Pricing/', '/pricing'],
      ['/explore?tag=calm', '/explore'],
    ] as const) {
      expect([path, (await readHead(path)).headTags['canonical']]).toEqual([path, PUBLIC + canonical])
    }
  })

  it('of a private screen excludes search engines and names no address', async () => {
    const titles = new Set<string | undefined>()
    for (const path of [
      '/ai/setting',
      '/ai/creation',
      '/ai/personal',
      '/ai/ledger',
      '/ai/receipt/an-id',
      '/pay/success',
      '/pay/cancel',
      '/demo/crop',
      `/video-effects/${CREATION}`,
      `/tools/start-end-frame/${CREATION}/${CREATION}`,
      `/video-detail/${CREATION}`,
    ]) {
      const { status, headTags } = await readHead(path)
      expect([path, status, headTags['robots'], headTags['canonical'], headTags['og:url']]).toEqual([
        path,
        200,
        'noindex',
        undefined,
        undefined,
      ])
      titles.add(headTags['title'])
    }
    expect(titles.size).toBe(11)
  })

  it('of an item is its own, at each of its addresses', async () => {
    const { data } = await loadTemplates()
    expect(data.length).toBeGreaterThan(40)
    const titles = new Set<string | undefined>()
    for (const template of data) {
      const { status, headTags } = await readHead(templatePath(template))
      expect([template.id, status]).toEqual([template.id, 200])
      expect(headTags).toMatchObject({
        title: `${template.templateName} · Kinora`,
        canonical: PUBLIC + templatePath(template),
        'og:image': `${PUBLIC}/share/videos/${templateSlug(template)}.jpg`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': template.templateName,
      })
      titles.add(headTags['title'])
    }
    expect(titles.size).toBe(data.length)
    for (const path of [
      '/explore/any/golden-hour',
      '/tools/video-templates/Golden-Hour',
      '/en/video-effects/golden-hour/',
      '/video-detail/golden-hour',
    ]) {
      expect((await readHead(path)).headTags['canonical']).toBe(`${PUBLIC}/video-effects/golden-hour-video-effect`)
    }
    expect(((await readHead('/video-effects/golden-hour')).headTags['description'] ?? '').length).toBeGreaterThan(10)
  })

  it('of an unknown address returns 404 with the shell, and excludes search engines', async () => {
    for (const path of [
      '/no/such/page',
      '/video-effects/no-such-effect',
      '/explore/1234',
      '/video-detail/abc',
      '/tools',
      '/en/nothing',
      '/resource/nothing',
      '/resource/tips-tutorials/more',
    ]) {
      const { status, headTags, html } = await readHead(path)
      expect([path, status, headTags['title'], headTags['robots'], headTags['canonical']]).toEqual([
        path,
        404,
        'Page Not Found · Kinora',
        'noindex',
        undefined,
      ])
      expect(html).toContain('<div id="root">')
    }
  })

  it('is broken by no text', () => {
    const hostileText = '"><script>alert(1)</script>$&\'<!--'
    const html = headHtml(
      {
        title: hostileText,
        description: hostileText,
        canonical: '/x',
        picture: { path: '/a.webp', width: 1, height: 1, alt: hostileText },
      },
      PUBLIC,
    )
    expect(html).not.toMatch(/<script|<!--/)
    expect(html.match(/</g)?.length).toBe(html.match(/>/g)?.length)
    expect(html).toContain('<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;&#39;&lt;!--</title>')
  })

  it('of a screen that begins with pictures preloads the first of them with the attributes of the page', async () => {
    const pageInput = { curPage: 1, pageSize: MAX_TEMPLATE_PAGE }
    const client = createTestClient(server)
    const [exploreList, effectsList, hotList] = [
      await client.get(getExplore, pageInput),
      await client.get(getEffects, pageInput),
      await client.get(getHotTemplates, pageInput),
    ]
    const { data: articles } = await client.get(getArticles, { curPage: 1, pageSize: ARTICLE_PAGE_SIZE })
    for (const [path, item, sizes] of [
      ['/', landingItem(exploreList.data), LANDING_PICTURE_SIZES],
      ['/home', modeItems(hotList.data).CUSTOM[0], MODE_PICTURE_SIZES],
      ['/explore', exploreList.data[0], GALLERY_PICTURE_SIZES],
      ['/video-effects', effectsList.data[0], GALLERY_PICTURE_SIZES],
      ['/resource', articles[0]?.cover, ARTICLE_COVER_SIZES],
    ] as const) {
      const { html } = await readHead(path)
      expect(html).toContain(`<link rel="preload" as="image" href="${item?.firstImageUrl}" imagesrcset="`)
      expect(html).toContain(`imagesizes="${sizes}"`)
    }
    expect((await readHead('/pricing')).html).not.toContain('as="image"')
  })

  it('of a gallery preloads, where it has two columns, the largest picture of the first view as well', () => {
    const tile = (name: string, height: number) => ({ src: `/${name}.webp`, srcset: `/${name}.webp 640w`, width: 640, height })
    const preloadsOf = (tiles: readonly ReturnType<typeof tile>[]) => {
      const picture = { src: '/a.webp', sources: { srcset: '/a.webp 640w', sizes: GALLERY_PICTURE_SIZES }, tiles }
      const head = { title: '', description: '', canonical: null, picture: { path: '', width: 1, height: 1, alt: '' } }
      const html = headHtml(head, PUBLIC, { picture, files: [] })
      return [...html.matchAll(/as="image" href="([^"]*)"[^>]*?(media="[^"]*")? fetchpriority/g)].map(([, href, media]) => [href, media])
    }
    const phoneMedia = 'media="(min-width: 360px) and (max-width: 559.98px)"'
    const flatTiles = [tile('a', 360), tile('b', 360), tile('c', 360)]
    expect(preloadsOf([...flatTiles, tile('tall', 1138), tile('below', 2000)])).toEqual([
      ['/a.webp', undefined],
      ['/tall.webp', phoneMedia],
    ])
    expect(preloadsOf(flatTiles)).toEqual([['/a.webp', undefined]])
    expect(preloadsOf([tile('a', 1138), tile('b', 360)])).toEqual([['/a.webp', undefined]])
  })

  it('of an item, an article and a tag preloads its own picture, an item’s in the one size of its viewer', async () => {
    const { data } = await createTestClient(server).get(getExplore, { curPage: 1, pageSize: 1 })
    const [item] = data
    const { html } = await readHead(`/explore/${item?.id}`)
    expect(html).toContain(`<link rel="preload" as="image" href="${item?.firstImageUrl}" fetchpriority="high" />`)
    const { data: articles } = await createTestClient(server).get(getArticles, { curPage: 1, pageSize: 1 })
    const [newestArticle] = articles
    const articleHead = await readHead(newestArticle === undefined ? '' : resourcePath(newestArticle))
    expect(articleHead.html).toContain(`href="${newestArticle?.cover?.firstImageUrl}" imagesrcset="`)
    expect(articleHead.html).toContain(`imagesizes="${ARTICLE_PICTURE_SIZES}"`)
    const { data: tags } = await createTestClient(server).get(getArticleTags, {})
    const label = tags.find(({ tagTitle }) => tagTitle === newestArticle?.articleLabels[0])
    const tagHead = await readHead(label === undefined ? '' : resourcePath(label))
    expect(tagHead.html).toContain(`href="${newestArticle?.cover?.firstImageUrl}" imagesrcset="`)
    expect(tagHead.html).toContain(`imagesizes="${ARTICLE_COVER_SIZES}"`)
  })

  it('of a device that saves data preloads the smallest of its first picture alone', async () => {
    const sourcesFor = async (headers: Record<string, string>) => /imagesrcset="([^"]*)"/.exec((await readHead('/', headers)).html)?.[1]
    expect((await sourcesFor({}))?.split(', ')).toHaveLength(POSTER_WIDTHS.length + 1)
    expect(await sourcesFor({ 'save-data': 'on' })).toMatch(new RegExp(String.raw`^\S+\?width=${POSTER_WIDTHS[0]} ${POSTER_WIDTHS[0]}w$`))
  })

  it('of an entry screen preloads its part of the build and its texts, each once', async () => {
    const preloadsOf = async (path: string) =>
      [
        ...(await readHead(path)).html.matchAll(
          /<link rel="(?:later" data-rel=")?(modulepreload|preload)"(?: as="(style|fetch)")? crossorigin="anonymous" href="([^"]*)"/g,
        ),
      ].map(([, rel, as = 'script', href]) => [rel, as, href])
    const [pagePart, style, texts] = [
      ['modulepreload', 'script', '/assets/landing-page-1.js'],
      ['preload', 'style', '/assets/landing-page-1.css'],
      ['preload', 'fetch', '/locales/en/landing.json?build=0'],
    ]
    expect(await preloadsOf('/en/')).toEqual([pagePart, style, texts])
    for (const path of ['/', '/index']) expect([path, await preloadsOf(path)]).toEqual([path, [pagePart, texts]])
    expect(await preloadsOf('/home')).toEqual([
      ['modulepreload', 'script', '/assets/home-page-1.js'],
      ['preload', 'fetch', '/locales/en/home.json?build=0'],
    ])
    expect(await preloadsOf('/ai/setting')).toEqual([])
  })
})

describe('a prerendered screen', () => {
  const rootOf = (html: string) => /<div id="root">(.*?)<\/div>/.exec(html)?.[1]
  const STYLE_LINK = '<link rel="stylesheet" crossorigin href="/assets/landing-page-1.css"></head>'

  it('is in its page with its picture and its styles, which are removed before the scripts', async () => {
    const { data } = await createTestClient(server).get(getExplore, { curPage: 1, pageSize: MAX_TEMPLATE_PAGE })
    const picture = landingItem(data)?.firstImageUrl ?? ''
    for (const path of ['/', '/index', '/index/']) {
      const { html } = await readHead(path)
      expect(rootOf(html)).toMatch(/^<h1>Landing<\/h1><img src="\/media\/[^"]+" srcSet="\/media\/[^"]+ 320w, [^"]+"\/>$/)
      expect([path, html.includes(`<img src="${picture}"`), html.split(STYLE_LINK).length]).toEqual([path, true, 2])
      expect(html).toContain('<link rel="later" data-rel="modulepreload" ')
      expect(html).not.toMatch(/<link rel="(?:modulepreload|preload" as="fetch)"/)
    }
  })

  it('is for new visitors: not for returning ones, and not below a locale, whose links differ', async () => {
    for (const [path, headers] of [
      ['/', { cookie: 'session=of-somebody' }],
      ['/', { cookie: 'theme=x; user_token=of-a-visitor' }],
      ['/', { cookie: 'business_user_id=of-somebody' }],
      ['/en', {}],
      ['/pricing', { cookie: 'session=of-somebody' }],
      ['/home', {}],
      ['/ai/setting', {}],
      ['/index.html', {}],
    ] as const) {
      const html = await (await get(path, headers)).text()
      expect([path, rootOf(html), html.includes('rel="later"'), html.includes(STYLE_LINK)]).toEqual([path, '', false, false])
    }
  })

  it('leaves the no-script words in its page where it has fewer itself', async () => {
    const { html: landingHtml } = await readHead('/')
    expect([landingHtml.includes('class="plain"'), landingHtml.includes('/plain.css')]).toEqual([false, false])
    const { html } = await readHead('/pricing')
    expect(rootOf(html)).toBe('<h1>Plans</h1>')
    expect(html).toMatch(/<noscript><link rel="stylesheet" href="\/plain\.css"><div class="plain">/)
  })

  it('is left out where its picture is missing, unless it shows none', () => {
    expect(viewWithPicture({ html: '<img src="/%picture%">', styles: [], isWhole: true }, undefined)).toBeUndefined()
    const view = { html: '<h1>Plans</h1>', styles: [], isWhole: false }
    expect(viewWithPicture(view, undefined)).toEqual(view)
  })

  it('has a gallery’s first tiles at their positions, and is left out with too few tiles', () => {
    const view = { html: '<img src="/%src-0%" srcSet="/%srcset-0%" width="%width-0%" height="%height-0%"/>', styles: [], isWhole: false }
    const tile = { src: '/a.webp', srcset: '/a.webp 9w', width: 9, height: 16 }
    const picture = { src: '/a.webp', sources: { srcset: '', sizes: '' }, tiles: [tile] }
    expect(viewWithPicture(view, picture)?.html).toBe('<img src="/a.webp" srcSet="/a.webp 9w" width="9" height="16"/>')
    expect(viewWithPicture(view, { ...picture, tiles: [] })).toBeUndefined()
  })

  it('accepts any picture as its text', () => {
    const view = { html: '<img src="/%picture%" srcSet="/%srcset%"/>', styles: [], isWhole: true }
    const picture = { src: '/a"b$&.webp', sources: { srcset: '/<c>.webp 1x', sizes: '' } }
    expect(viewWithPicture(view, picture)?.html).toBe('<img src="/a&quot;b$&amp;.webp" srcSet="/&lt;c&gt;.webp 1x"/>')
  })
})

describe('a page', () => {
  it('is compressed as requested, and answered 304 to a matching tag', async () => {
    const plainResponse = await get('/pricing')
    const html = await plainResponse.text()
    expect(html).toContain('<title>Pricing · Kinora</title>')
    for (const [name, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packedResponse = await get('/pricing', { 'accept-encoding': name })
      expect([packedResponse.headers.get('content-encoding'), packedResponse.headers.get('vary')]).toEqual([name, 'accept-encoding'])
      expect(decompress(await packedResponse.arrayBuffer()).toString()).toBe(html)
    }
    const etag = plainResponse.headers.get('etag') ?? ''
    const cachedResponse = await get('/pricing', { 'if-none-match': etag })
    expect([cachedResponse.status, await cachedResponse.text()]).toEqual([304, ''])
    expect((await get('/home', { 'if-none-match': etag })).status).toBe(200)
    expect((await get('/nowhere', { 'if-none-match': '*' })).status).toBe(404)
    expect(plainResponse.headers.get('cache-control')).toBe('no-cache')
    const headResponse = await server.app.request(`${ORIGIN}/pricing`, { method: 'HEAD', headers: { accept: '*/*' } })
    expect([headResponse.status, headResponse.headers.get('content-length'), await headResponse.text()]).toEqual([
      200,
      String(Buffer.byteLength(html)),
      '',
    ])
  })

  it('is returned to each link preview crawler, where there is a screen', async () => {
    expect((await readHead('/pricing', { accept: '*/*' })).headTags['title']).toBe('Pricing · Kinora')
    expect(await (await server.app.request(`${ORIGIN}/pricing`)).text()).toContain('og:title')
    expect(await (await get('/pricing', { accept: 'image/png,*/*' })).text()).toBe('Not found')
    expect(await (await get('/no/such/page', { accept: '*/*' })).text()).toBe('Not found')
  })

  it('that is cached for a start without the network is the plain shell, which names no address', async () => {
    const offlinePage = await (await get('/index.html')).text()
    expect(offlinePage).toContain('<title>Kinora')
    expect(offlinePage).not.toMatch(/canonical|og:|noindex/)
  })
})

describe('the sitemap', () => {
  it('lists exactly the public addresses, and each exists, is its own canonical one and is indexable', async () => {
    const response = await get('/sitemap.xml', { accept: '*/*' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const xml = await response.text()
    const listedAddresses = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
    const { data } = await loadTemplates()
    expect(data).toHaveLength(TEMPLATES.length)
    const { articles, tags } = await loadArticles()
    const paths = [...PUBLIC_SCREENS, ...data.map(templatePath), ...tags.map(resourcePath), ...articles.map(resourcePath)]
    expect([...listedAddresses].sort()).toEqual(paths.map((path) => PUBLIC + path).sort())
    for (const address of listedAddresses) {
      const { status, headTags } = await readHead(new URL(address).pathname)
      expect([address, status, headTags['canonical'], headTags['robots']]).toEqual([address, 200, address, undefined])
    }
    const datedEntries = [...xml.matchAll(/<loc>([^<]*)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>/g)].map(([, address, day]) => [
      address,
      day,
    ])
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    expect(datedEntries).toEqual(articles.map((article) => [PUBLIC + resourcePath(article), dayOf(article.publishedAt)]))
    expect(xml.split('<lastmod>')).toHaveLength(articles.length + 1)
    expect((await get('/sitemap.xml', { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('leaves out no screen but private ones and items', () => {
    const namedPaths = new Set<string>([...PUBLIC_SCREENS, '/index', '/operator', '/demo/crop'])
    const missingPatterns = Object.values(ROUTES).filter((pattern) => !namedPaths.has(pattern) && !/^\/(?:ai|pay)\/|\*$/.test(pattern))
    expect(missingPatterns).toEqual([])
  })

  it('is named in robots.txt, which excludes robots from private screens', async () => {
    const response = await get('/robots.txt', { accept: '*/*' })
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await response.text()).split('\n')
    for (const line of ['Disallow: /ai/', 'Disallow: /pay/', 'Disallow: /api/', `Sitemap: ${PUBLIC}/sitemap.xml`])
      expect(lines).toContain(line)
  })
})
