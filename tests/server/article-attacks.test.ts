import { describe, expect, it } from 'vitest'
import type { Template } from '#shared/api/templates.ts'
import { articleHtml } from '#server/content/articles/open-articles.ts'
import { headHtml, headOf } from '#server/content/pages/page-head.ts'
import { plainView } from '#server/content/pages/plain-view.ts'
import { structuredData } from '#server/content/pages/open-pages.ts'
import { createShellPages } from '#server/static/first-views.ts'
import { textFile } from '#server/static/static-files.ts'
import { ATTACKS } from '../fixtures/attacks.ts'

const MIN_ATTACKS = 30
const ORIGIN = 'https://kinora.example'
/** Matches a tag with only the elements and attributes that an article may have. */
const ALLOWED_TAG =
  /^<(?:\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|strong|em|a|code)|(?:br|hr) \/|code class="language-[^"<>]*"|ol start="\d+"|a href="(?:\/(?!\/)|https?:\/\/|mailto:)[^"<>]*"(?: rel="noopener nofollow")?)>$/
const tagsOf = (html: string) => html.match(/<[^>]*>?/g) ?? []

const attacks = Object.entries(ATTACKS)
const NO_CONTENT = { gallery: { items: [] }, articles: { all: [], tags: [] } } as never

it('are enough', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(MIN_ATTACKS)
})

describe('an attack in the text of an article', () => {
  it.each(attacks)('becomes text on the server, or loses its effect: %s', (_, attack) => {
    for (const text of [attack, `> ${attack}`, `- a\n- ${attack}`, `## ${attack}`, `A ${attack} b`]) {
      const html = articleHtml(text)
      expect([text, tagsOf(html).filter((tag) => !ALLOWED_TAG.test(tag))]).toEqual([text, []])
    }
  })
})

describe('an attack as the name and the words of an item', () => {
  const shell = textFile('index.html', '<head><title>x</title></head><body><div id="root"></div><noscript>No script.</noscript></body>')
  const renderPage = (template: Template) => {
    const subject = { kind: 'item', template } as const
    const head = headOf(subject, (key, values) => (key === 'title.item' ? `${values?.['name']} · Kinora` : key))
    const page = createShellPages(shell)(
      headHtml(head, ORIGIN, undefined, structuredData(subject, head, ORIGIN)),
      undefined,
      plainView(NO_CONTENT, subject, head, (key) => key),
    )
    return new TextDecoder().decode(page.bytes)
  }
  const makeTemplate = (words: string): Template => ({
    id: 'x',
    bizType: 'TEMPLATE',
    type: 1,
    templateName: words,
    templateEnName: words,
    templateSeoPath: 'x',
    firstImageUrl: '/media/x.webp',
    movieUrl: null,
    videoDownloadUrl: null,
    srcImage: [],
    prompt: words,
    tags: [words],
    videoModel: '',
    videoLength: '6s',
    videoResolution: '720p',
    width: 1,
    height: 1,
  })
  const harmlessTags = tagsOf(renderPage(makeTemplate('x'))).map((tag) => tag.replace(/"[^"]*"/g, '""'))

  it.each(attacks)('adds no tag to the page and closes no block of it: %s', (_, attack) => {
    const html = renderPage(makeTemplate(attack))
    expect(tagsOf(html).map((tag) => tag.replace(/"[^"]*"/g, '""'))).toEqual(harmlessTags)
    const data = JSON.parse(/ld\+json">([^<]*)</.exec(html)?.[1] ?? '') as { name: string }
    expect(data.name).toBe(attack)
  })
})
