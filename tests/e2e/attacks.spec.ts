import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import type { Template, TemplateList } from '#shared/api/templates.ts'
import type { Article } from '#shared/api/articles.ts'
import { ATTACK_COLOUR, ATTACKS } from '../fixtures/attacks.ts'
import { makeArticleFolder } from '../fixtures/server/article-folder.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { untilSettled } from './support/settled.ts'

const LIST_PATHS = /^\/api\/v1\/template\/(?:explore|effects|new|hot|popular)$/
const attackTexts = Object.values(ATTACKS)
const allAttacks = attackTexts.join('\n\n')

let folder: Awaited<ReturnType<typeof makeArticleFolder>>
let server: TestServer
test.beforeAll(async () => {
  folder = await makeArticleFolder([
    { seoUrl: 'written', title: `A <b>title</b> "x' </title><script>`, text: `Begin\n\n${allAttacks}\n\nEnd` },
    { seoUrl: 'sent', text: 'Begin' },
  ])
  server = await startTestServer({ articlesDir: folder.folder, config: { signMode: 'off' }, intercept: poison })
})
test.afterAll(async () => {
  await server.close()
  await folder.remove()
})

/** Adds attacks to the names, prompts and tags of gallery items, and replaces the content of the article `sent` by attacks. */
async function poison(request: Request, forward: (request: Request) => Promise<Response>): Promise<Response> {
  const { pathname } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.delete('if-none-match')
  const answer = await forward(
    LIST_PATHS.test(pathname) || pathname.startsWith('/api/v1/article/') ? new Request(request.url, { headers }) : request,
  )
  if (LIST_PATHS.test(pathname)) {
    const body = (await answer.json()) as { data: TemplateList }
    body.data.data.forEach((item, index) => Object.assign(item, withAttack(item, attackTexts[index % attackTexts.length] ?? '')))
    return Response.json(body)
  }
  if (pathname === '/api/v1/article/detail' && request.url.endsWith('=sent')) {
    const body = (await answer.json()) as { data: Article }
    return Response.json({ ...body, data: { ...body.data, articleContent: `<p>Begin</p>${attackTexts.join('')}` } })
  }
  return answer
}

function withAttack({ templateName, tags }: Template, attack: string): Partial<Template> {
  return { templateName: `${templateName} ${attack}`, prompt: attack, tags: [...tags, attack.slice(0, 40)] }
}

interface Reports {
  readonly violations: string[]
  readonly requestedUrls: string[]
}

/** Records the page's violations of the content security policy, and requests that an attack may have caused. */
async function watchPage(page: Page): Promise<Reports> {
  const reports: Reports = { violations: [], requestedUrls: [] }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.includes('attacked') || (url.origin !== server.origin && url.protocol.startsWith('http')))
      reports.requestedUrls.push(url.href)
  })
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.exposeFunction('refused', (violation: string) => reports.violations.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      void (Reflect.get(globalThis, 'refused') as (violation: string) => unknown)(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  return reports
}

async function expectHarmless(page: Page, { violations, requestedUrls }: Reports): Promise<void> {
  await untilSettled(page)
  const results = await page.evaluate((colour) => {
    const isDangerous = ({ name, value }: Attr) =>
      /^on|^srcdoc$|^formaction$/.test(name) ||
      (/^(?:href|src|srcset|action|poster|xlink:href)$/.test(name) && /^\s*(?:javascript|vbscript|data:text)/i.test(value)) ||
      (name !== 'href' && value.startsWith('/attacked'))
    const handlers = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(isDangerous).map(({ name, value }) => `${element.tagName} ${name} ${value}`),
    )
    const styledTags = [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).color === colour)
      .map(({ tagName }) => tagName)
    return {
      attacked: Reflect.get(globalThis, 'attacked') as unknown,
      handlers,
      styled: styledTags,
      base: document.querySelectorAll('base, iframe, object, embed').length,
    }
  }, ATTACK_COLOUR)
  expect(results).toEqual({ attacked: undefined, handlers: [], styled: [], base: 0 })
  expect([violations, requestedUrls]).toEqual([[], []])
}

test('an article with attacks shows as text: nothing runs, nothing is requested, nothing is styled', async ({ page }) => {
  const reports = await watchPage(page)
  await page.goto(`${server.origin}/resource/written`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A <b>title</b> "x' </title><script>`)
  for (const text of ['Begin', 'End']) await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  await expectHarmless(page, reports)
})

test('an article with attacks from the server is cleaned in the page', async ({ page }) => {
  const reports = await watchPage(page)
  await page.goto(`${server.origin}/resource/sent`)
  await expect(page.getByRole('main').getByText('Begin', { exact: true })).toBeVisible()
  await untilSettled(page)
  // The page parses an article in a separate document. The browser applies the content security policy there too: it blocks and reports
  // `base` and style elements, in some browsers also event handlers.
  const isFromParsing = (violation: string) => /^(?:base-uri|script-src-attr|style-src-(?:elem|attr)) /.test(violation)
  expect(await page.getByRole('main').locator('style, article [style]').count()).toBe(0)
  await expectHarmless(page, { ...reports, violations: reports.violations.filter((violation) => !isFromParsing(violation)) })
})

test('names, prompts and tags with attacks are shown as text', { tag: '@long' }, async ({ page }) => {
  const reports = await watchPage(page)
  for (const path of ['/video-effects', '/explore', '/home', '/tools/video-templates']) {
    await page.goto(server.origin + path)
    await expectHarmless(page, reports)
  }
  await page.goto(`${server.origin}/video-effects`)
  await page.locator('[data-viewer-item]').first().click()
  await expect(page.locator('dialog[open]').getByRole('heading', { level: 2 })).toContainText('<script>')
  await expectHarmless(page, reports)
})

test.describe('as the server sends it', () => {
  // The service worker stays off: it would answer with the build's page, whose head has no structured data of the requested screen.
  test('no policy blocks structured data and the no-script text', { tag: '@long' }, async ({ page }) => {
    const reports = await watchPage(page)
    for (const path of ['/', '/pricing', '/resource/written', '/video-effects/golden-hour']) {
      await page.goto(server.origin + path)
      expect([path, await page.locator('script[type="application/ld+json"]').count()]).not.toEqual([path, 0])
      await untilSettled(page)
    }
    expect(reports).toEqual({ violations: [], requestedUrls: [] })
  })
})

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('the same article contains no element that sends a request', async ({ page }) => {
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await page.goto(`${server.origin}/resource/written`)
    await expect(page.getByText('Begin', { exact: true })).toBeVisible()
    expect(requestedPaths.filter((path) => path.includes('attacked'))).toEqual([])
    await expect(page.locator('.plain article *:not(h1,h2,h3,p,ul,ol,li,blockquote,pre,code,strong,em,a,br,hr,time,img)')).toHaveCount(0)
  })
})
