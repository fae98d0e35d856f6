import { describe, expect, it } from 'vitest'
import { articleLink, ARTICLE_PAGE_SIZE, ARTICLES_FRESH_MS, HOT_ARTICLES, pageCount, shownPage } from '#shared/domain/article-rules.ts'
import { resourcePath } from '#shared/domain/detail-path.ts'

it('has the numbers of the specification', () => {
  expect([ARTICLE_PAGE_SIZE, HOT_ARTICLES, ARTICLES_FRESH_MS]).toEqual([6, 10, 300_000])
})

describe('a page', () => {
  it('is shown from 1 to the last, else the first instead', () => {
    const shownPages = (totalSize: number) =>
      [-1, 0, 1, 1.5, 2, 3, 4, Number.NaN, Infinity].map((page) => shownPage(page, totalSize, ARTICLE_PAGE_SIZE))
    expect(shownPages(13)).toEqual([1, 1, 1, 1, 2, 3, 1, 1, 1])
    expect(shownPages(19)).toEqual([1, 1, 1, 1, 2, 3, 4, 1, 1])
    expect(shownPages(6)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1])
    expect(shownPages(0)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1])
  })

  it('is one more as soon as one article more than fits exists', () => {
    expect([0, 1, 6, 7, 12, 13].map((total) => pageCount(total, ARTICLE_PAGE_SIZE))).toEqual([1, 1, 1, 2, 2, 3])
  })
})

describe('the address of an article or a tag', () => {
  it('is its seoUrl, else the slug of its title', () => {
    expect(resourcePath({ seoUrl: 'five-moves', title: 'Other' })).toBe('/resource/five-moves')
    expect(resourcePath({ seoUrl: '', title: 'Five moves, always!' })).toBe('/resource/five-moves-always')
    expect(resourcePath({ seoUrl: '', tagTitle: 'Tips & Tutorials' })).toBe('/resource/tips-tutorials')
    expect(resourcePath({ seoUrl: '', title: 'Été à la mer' })).toBe(`/resource/${encodeURIComponent('été-à-la-mer')}`)
  })
})

describe('a link of an article', () => {
  it.each([
    ['/home', { kind: 'own', href: '/home' }],
    ['/explore/a?b=1&c=2#d', { kind: 'own', href: '/explore/a?b=1&c=2#d' }],
    ['https://example.com/a', { kind: 'outside', href: 'https://example.com/a' }],
    ['mailto:a@example.com', { kind: 'outside', href: 'mailto:a@example.com' }],
    ['//evil.example/a', { kind: 'outside', href: 'https://evil.example/a' }],
    ['\\\\evil.example/a', { kind: 'outside', href: 'https://evil.example/a' }],
    ['/\t/evil.example', { kind: 'outside', href: 'https://evil.example/' }],
    ['javascript:alert(1)', { kind: 'none' }],
    [' java\nscript:alert(1)', { kind: 'none' }],
    ['JaVaScRiPt:alert(1)', { kind: 'none' }],
    ['\u0001javascript:alert(1)', { kind: 'none' }],
    ['data:text/html,<script>', { kind: 'none' }],
    ['vbscript:x', { kind: 'none' }],
    ['blob:https://own.invalid/x', { kind: 'none' }],
    ['file:///etc/passwd', { kind: 'none' }],
    ['irc://example.com', { kind: 'none' }],
    ['https://', { kind: 'none' }],
  ])('%j links to the same address as in a browser, or nowhere', (raw, link) => {
    expect(articleLink(raw)).toEqual(link)
  })
})
