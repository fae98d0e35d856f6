import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { TEMPLATES } from '#server/boot/open-resources.ts'
import { type Duration, DURATIONS, durationSeconds, RESOLUTIONS } from '#shared/domain/generation-options.ts'
import { pointsPerVideo } from '#shared/domain/video-price.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { detailSegments } from '#shared/domain/viewer-address.ts'
import { EFFECTS } from '#motion/effects/effects.ts'
import { readPrompt } from '#motion/prompt/read-prompt.ts'

const FOLDER = path.resolve('server/seed/articles')
const MAX_HOT_ARTICLES = 10
const FIELDS = ['title', 'seoUrl', 'tags', 'cover', 'summary', 'publishedAt', 'isHot']

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
const tags = JSON.parse(readFileSync(path.join(FOLDER, 'tags.json'), 'utf8')) as { tagTitle: string; seoUrl: string }[]
const articles = files.map(readArticle)
const effectSlugs = slugsOf(({ bizType }) => bizType === 'TEMPLATE')
const ideaSlugs = slugsOf(({ bizType }) => bizType !== 'TEMPLATE')
const addresses = [...articles.map(({ fields }) => fields['seoUrl'] ?? ''), ...tags.map(({ seoUrl }) => seoUrl)]

function readArticle(name: string) {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(readFileSync(path.join(FOLDER, name), 'utf8')) ?? []
  const fields: Record<string, string> = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s, 2)))
  return { name, fields, tags: fields['tags']?.slice(1, -1).split(', ') ?? [], body }
}

function slugsOf(isIncluded: (item: (typeof TEMPLATES)[number]) => boolean): ReadonlySet<string> {
  return new Set(TEMPLATES.filter(isIncluded).map(({ seoPath }) => seoPath))
}

/** Whether the product has a page at this address. */
function hasPage(address: string): boolean {
  const route = matchRoute(address)
  const [segment = ''] = detailSegments(address)
  if (route === 'resourceDetail') return addresses.includes(segment)
  if (route === 'effectDetail') return effectSlugs.has(segment)
  if (route === 'exploreDetail') return ideaSlugs.has(segment)
  return route !== undefined && segment === ''
}

function changesVideo(prompt: string): boolean {
  const { moves, pace, focus, distortions, overlays, grade } = readPrompt(prompt)
  return moves.length + distortions.length + overlays.length > 0 || pace !== 1 || focus !== null || grade !== null
}

describe('the articles as a whole', () => {
  it('are enough for a page of them, and no tag is nearly empty', () => {
    const withTag = (tag: string) => articles.filter((article) => article.tags.includes(tag)).length
    expect(articles.length).toBeGreaterThanOrEqual(14)
    expect(tags.map(({ seoUrl }) => seoUrl).filter((tag) => withTag(tag) < 2)).toEqual([])
    expect(withTag('tips-tutorials')).toBeGreaterThanOrEqual(8)
    expect(tags).toContainEqual({ tagTitle: 'Tips & tutorials', seoUrl: 'tips-tutorials' })
  })

  it('have addresses, titles and covers of their own, and few are hot', () => {
    for (const key of ['title', 'seoUrl', 'cover']) expect(new Set(articles.map(({ fields }) => fields[key])).size).toBe(articles.length)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(articles.filter(({ fields }) => fields['isHot'] === 'true').length).toBeLessThanOrEqual(MAX_HOT_ARTICLES)
  })
})

describe('the articles’ statements about the product', () => {
  const linesOf = (name: string) => (articles.find((article) => article.name === name)?.body ?? '').split('\n')

  it('have the price of a video', () => {
    const lines = linesOf('length-resolution-points.md').filter((line) => /^- \*\*\d+ seconds:/.test(line))
    const priceOf = (duration: Duration) => RESOLUTIONS.map((resolution) => `${pointsPerVideo(duration, resolution)} at ${resolution}`)
    expect(lines).toEqual(DURATIONS.map((duration) => `- **${durationSeconds(duration)} seconds:** ${priceOf(duration).join(', ')}`))
  })

  it('have the mood of each effect', () => {
    const moods = linesOf('music-for-effects.md').flatMap((line) => {
      const [, mood = '', names = ''] = /^- \*\*(\w+):\*\* (.*)/.exec(line) ?? []
      return names === '' ? [] : names.split(', ').map((name) => `${name}: ${mood.toLowerCase()}`)
    })
    expect(moods.toSorted()).toEqual(EFFECTS.map(({ name, mood }) => `${name}: ${mood}`).toSorted())
  })

  it('have the effects whose camera follows the words', () => {
    const [, effectList = ''] =
      /^## Where you can control the camera\n(.*?)^In the others/ms.exec(linesOf('words-with-effects.md').join('\n')) ?? []
    const openEffects = EFFECTS.filter(({ camera }) => camera === 'open')
    expect(EFFECTS.filter(({ name }) => effectList.includes(name))).toEqual(openEffects)
    expect(openEffects.length).toBeGreaterThan(EFFECTS.length / 2)
  })
})

describe.each(articles)('$name', ({ name, fields, tags: labels, body }) => {
  it('has a label for its kind', () => {
    expect(Object.keys(fields)).toEqual(FIELDS)
    expect(`${fields['seoUrl']}.md`).toBe(name)
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*\.md$/)
    expect(labels.filter((label) => !tags.some(({ seoUrl }) => seoUrl === label))).toEqual([])
    expect(labels.length).toBeGreaterThan(0)
    expect(TEMPLATES.map(({ seoPath }) => seoPath)).toContain(fields['cover'])
    expect(new Date(fields['publishedAt'] ?? '').toISOString().slice(0, 10)).toBe(fields['publishedAt'])
    expect(fields['isHot']).toMatch(/^(true|false)$/)
  })

  it('has a title and a summary that stay within a search result, and are plain in YAML', () => {
    expect(fields['summary']?.length).toBeGreaterThanOrEqual(80)
    expect(fields['summary']?.length).toBeLessThanOrEqual(155)
    expect(fields['title']?.length).toBeLessThanOrEqual(60)
    for (const key of ['title', 'summary']) expect(fields[key]).not.toMatch(/: | #|^[^A-Z]/)
  })

  it('is long enough, and nothing but text', () => {
    expect(body.length).toBeGreaterThanOrEqual(2500)
    expect(body).toMatch(/^## /m)
    expect(body).not.toMatch(/<|!\[|^\||^# |^```/m)
  })

  it('links to existing addresses', () => {
    const links = Array.from(body.matchAll(/\]\(([^)]*)\)/g), ([, address = '']) => address)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((address) => !hasPage(address))).toEqual([])
    expect(links).not.toContain(`/resource/${fields['seoUrl']}`)
  })

  it('shows no prompt words that the renderer would ignore', () => {
    const prompts = Array.from(body.matchAll(/`([^`\n]+)`/g), ([, prompt = '']) => prompt)
    expect(prompts.filter((prompt) => !changesVideo(prompt))).toEqual([])
    expect(prompts.flatMap((prompt) => readPrompt(prompt).unmet)).toEqual([])
  })
})
