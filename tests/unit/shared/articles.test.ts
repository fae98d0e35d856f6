import { describe, expect, it, vi } from 'vitest'
import type { Article } from '#shared/api/articles.ts'
import { ARTICLES_FRESH_MS } from '#shared/domain/article-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { createAnswers } from '#src/content/articles/answer-cache.ts'
import { pageAddress, pageInAddress } from '#src/content/articles/pager.tsx'
import { topicResult } from '#src/content/articles/topic-result.ts'

const TAGS = [
  { tagTitle: 'Camera', seoUrl: 'camera' },
  { tagTitle: 'Tips & Tutorials', seoUrl: '' },
]
const FIRST_PAGE = { data: [], totalSize: 0 }
const article = (articleContent?: string): Article => ({
  seoUrl: 'moves',
  title: 'Moves',
  articleLabels: ['Camera'],
  summary: '',
  publishedAt: 0,
  readMinutes: 1,
  cover: null,
  ...(articleContent === undefined ? {} : { articleContent }),
})

describe('the item at an address', () => {
  it('is a tag, by its own address or its title, with the first page of its articles', () => {
    for (const slug of ['camera', 'CAMERA']) {
      expect(topicResult({ slug, tags: TAGS, detail: undefined, firstPage: FIRST_PAGE })).toEqual({
        isArticleDetail: false,
        isTagDetail: true,
        pageDetail: null,
        tagDetail: TAGS[0],
        firstPage: FIRST_PAGE,
      })
    }
    expect(topicResult({ slug: 'tips-tutorials', tags: TAGS, detail: undefined, firstPage: undefined }).tagDetail).toBe(TAGS[1])
    expect(topicResult({ slug: 'camera', tags: TAGS, detail: article('<p>x</p>'), firstPage: undefined }).isArticleDetail).toBe(false)
  })

  it('is an article, which has a text', () => {
    const detail = article('<p>Text</p>')
    expect(topicResult({ slug: 'moves', tags: TAGS, detail, firstPage: FIRST_PAGE })).toEqual({
      isArticleDetail: true,
      isTagDetail: false,
      pageDetail: detail,
      tagDetail: null,
      firstPage: FIRST_PAGE,
    })
  })

  it.each([undefined, '', '  \n'])('is nothing where the article has no text: %j', (articleContent) => {
    const result = topicResult({ slug: 'moves', tags: TAGS, detail: article(articleContent), firstPage: undefined })
    expect([result.isArticleDetail, result.isTagDetail, result.pageDetail]).toEqual([false, false, null])
  })
})

describe('the page in an address', () => {
  it('is the first where no other could be meant', () => {
    for (const search of ['', '?page=', '?page=0', '?page=-1', '?page=1.5', '?page=1e3', '?page=x', '?page=9999999', '?other=2']) {
      expect([search, pageInAddress(search)]).toEqual([search, 1])
    }
    expect(pageInAddress('?page=2&x=1')).toBe(2)
    expect([pageAddress('/resource', 1), pageAddress('/resource', 3)]).toEqual(['/resource', '/resource?page=3'])
  })
})

describe('answers', () => {
  function openAnswers() {
    let nowMs = 0
    const requestedKeys: string[] = []
    const resolvers: ((result: Result<string>) => void)[] = []
    const answers = createAnswers<string>({
      ask: (key) => {
        requestedKeys.push(key)
        return new Promise((resolve) => resolvers.push(resolve))
      },
      nowMs: () => nowMs,
    })
    const settle = async (result: Result<string>) => {
      resolvers.shift()?.(result)
      await Promise.resolve()
      await Promise.resolve()
    }
    return { answers, requestedKeys, settle, advance: (ms: number) => (nowMs += ms) }
  }

  it('are requested once more when they are outdated while an older one is in transit', async () => {
    const { answers, requestedKeys, settle } = openAnswers()
    const stop = answers.watch('a', () => undefined)
    answers.renew()
    await settle(ok('old'))
    await vi.waitFor(() => expect(requestedKeys).toEqual(['a', 'a']))
    await settle(ok('new'))
    await answers.need('a')
    expect([requestedKeys, answers.get('a').value]).toEqual([['a', 'a'], 'new'])
    stop()
  })

  it('are requested once for all callers, and again after five minutes', async () => {
    const { answers, requestedKeys, settle, advance } = openAnswers()
    const bothAnswers = [answers.need('a'), answers.need('a')]
    await settle(ok('first'))
    await Promise.all(bothAnswers)
    expect([requestedKeys, answers.get('a').value]).toEqual([['a'], 'first'])
    advance(ARTICLES_FRESH_MS - 1)
    await answers.need('a')
    expect(requestedKeys).toEqual(['a'])
    advance(1)
    void answers.need('a')
    expect([requestedKeys, answers.get('a').value]).toEqual([['a', 'a'], 'first'])
  })

  it('retain an earlier answer when a request fails, report the reason, and are requested again', async () => {
    const { answers, requestedKeys, settle, advance } = openAnswers()
    const firstAnswer = answers.need('a')
    await settle(ok('kept'))
    await firstAnswer
    advance(ARTICLES_FRESH_MS)
    const secondAnswer = answers.need('a')
    await settle(fail({ code: '40001', retry: 'later' }))
    await secondAnswer
    expect(answers.get('a')).toEqual({ value: 'kept', problem: '40001' })
    const thirdAnswer = answers.need('a')
    expect(answers.get('a').problem).toBeNull()
    await settle(ok('new'))
    await thirdAnswer
    expect([requestedKeys.length, answers.get('a').value]).toEqual([3, 'new'])
  })

  it('that are shown are requested again after a change, others when they are needed', async () => {
    const { answers, requestedKeys, settle } = openAnswers()
    let notifications = 0
    const stop = answers.watch('seen', () => (notifications += 1))
    await settle(ok('1'))
    const otherAnswer = answers.need('unseen')
    await settle(ok('1'))
    await otherAnswer
    answers.renew()
    expect(requestedKeys).toEqual(['seen', 'unseen', 'seen'])
    await settle(ok('2'))
    expect([answers.get('seen').value, notifications > 1]).toEqual(['2', true])
    stop()
    answers.renew()
    expect(requestedKeys).toHaveLength(3)
    void answers.need('unseen')
    expect(requestedKeys).toHaveLength(4)
  })
})
