import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HOT_EFFECTS } from '#shared/domain/gallery-rules.ts'
import { chooseItems, countTags, itemsOfKind, galleryStage, listNameOf, tileBadges } from '#src/gallery/choose-items.ts'
import { hasFilter, parseView, viewSearch, WHOLE_GALLERY, toggleTag } from '#src/gallery/gallery-view.ts'
import { posterSources } from '#shared/domain/poster-sources.ts'
import { posterRatio } from '#src/gallery/poster-ratio.ts'
import { createTemplateSearch } from '#src/gallery/template-search.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const items = [
  template('golden-hour', { templateName: 'Golden Hour', tags: ['light', 'warm'], prompt: 'A low sun wanders over everything' }),
  template('northern-lights', { templateName: 'Northern Lights', tags: ['light', 'night'], type: 1 }),
  template('midnight-rain', { templateName: 'Midnight Rain', tags: ['weather', 'night', 'city'] }),
  template('homeward', { templateName: 'Homeward', bizType: 'CUSTOM', tags: ['sea'], type: 1 }),
]
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const noOwnTemplates = { liked: [], recent: [] }
const chooseIds = (change: Partial<typeof WHOLE_GALLERY>, ownTemplates = noOwnTemplates as { liked: string[]; recent: string[] }) =>
  ids(chooseItems(items, { ...WHOLE_GALLERY, ...change }, ownTemplates, createTemplateSearch(items)))

describe('the address of a gallery', () => {
  test('every filter of a gallery survives its address', () => {
    const view = { tab: 'hot', ownList: 'liked', tags: ['night', 'a&b'], query: 'café + rain' } as const
    expect(parseView(`/video-effects${viewSearch(view)}`)).toEqual(view)
    expect(parseView('/video-effects')).toEqual(WHOLE_GALLERY)
    expect(viewSearch(WHOLE_GALLERY)).toBe('')
  })

  test('an address leaves out unknown parts, and can not grow without end', () => {
    const tags = Array.from({ length: 30 }, (_, index) => `&tag=t${index}`).join('')
    const view = parseView(`/explore?shelf=old&only=mine&tag=&q=${'x'.repeat(500)}${tags}&tag=t1#top`)
    expect(view).toMatchObject({ tab: 'all', ownList: null })
    expect([view.query.length, view.tags.length]).toEqual([80, 8])
  })

  test('a tag is added, and removed when it is chosen again', () => {
    expect(toggleTag(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggleTag(['a', 'b'], 'a')).toEqual(['b'])
    expect([hasFilter(WHOLE_GALLERY), hasFilter({ ...WHOLE_GALLERY, query: ' ' }), hasFilter({ ...WHOLE_GALLERY, tags: ['a'] })]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('what a gallery shows', () => {
  test('effects and ideas each have their own', () => {
    expect(ids(itemsOfKind(items, 'explore'))).toEqual(['homeward'])
    expect(ids(itemsOfKind(items, 'effect'))).not.toContain('homeward')
    expect([listNameOf('effect', 'all'), listNameOf('explore', 'all'), listNameOf('explore', 'new')]).toEqual(['effects', 'explore', 'new'])
  })

  test('an item needs every chosen tag', () => {
    expect(chooseIds({ tags: ['night'] })).toEqual(['northern-lights', 'midnight-rain'])
    expect(chooseIds({ tags: ['night', 'light'] })).toEqual(['northern-lights'])
  })

  test.each([
    ['golden', 'golden-hour'],
    ['gloden', 'golden-hour'],
    ['northen ligts', 'northern-lights'],
    ['rain midnight', 'midnight-rain'],
    ['midnigth', 'midnight-rain'],
    ['wanders', 'golden-hour'],
    ['LOW SUN', 'golden-hour'],
  ])('%j finds %s', (query, id) => {
    expect(chooseIds({ query })[0]).toBe(id)
  })

  test('a search without a match finds nothing, and an empty one everything', () => {
    expect(chooseIds({ query: 'submarine' })).toEqual([])
    expect(chooseIds({ query: '  ' })).toEqual(ids(items))
  })

  test("a user's own picks are in the order of their choice", () => {
    const ownTemplates = { liked: ['midnight-rain', 'gone', 'golden-hour'], recent: [] }
    expect(chooseIds({ ownList: 'liked' }, ownTemplates)).toEqual(['midnight-rain', 'golden-hour'])
    expect(chooseIds({ ownList: 'liked', tags: ['night'] }, ownTemplates)).toEqual(['midnight-rain'])
  })

  test('each tag shows its number of remaining items, in the order of the whole list', () => {
    const shownItems = items.filter(({ tags }) => tags.includes('night'))
    expect(countTags(items, shownItems, ['night'])).toEqual([
      { tag: 'light', count: 1 },
      { tag: 'night', count: 2 },
      { tag: 'city', count: 1 },
      { tag: 'weather', count: 1 },
    ])
    expect(countTags(items, [], ['nowhere'])).toEqual([{ tag: 'nowhere', count: 0 }])
  })

  test('failed, empty, filtered away and still loading are never the same', () => {
    expect(galleryStage({ status: 'loading', problem: null }, 0, 0)).toBe('loading')
    expect(galleryStage({ status: 'loading', problem: '40001' }, 0, 0)).toBe('failed')
    expect(galleryStage({ status: 'ready', problem: null }, 0, 0)).toBe('empty')
    expect(galleryStage({ status: 'ready', problem: null }, 9, 0)).toBe('noneLeft')
    expect(galleryStage({ status: 'stored', problem: '40001' }, 9, 9)).toBe('wall')
    expect(galleryStage({ status: 'stored', problem: '40001' }, 0, 0)).toBe('failed')
    expect(galleryStage({ status: 'stored', problem: null }, 0, 0)).toBe('loading')
  })

  test('new items have a mark, of the others only the first are hot, and a category of its own has none', () => {
    const manyItems = [...items, ...Array.from({ length: 9 }, (_, index) => template(`more-${index}`))]
    const marks = tileBadges(manyItems, 'all')
    expect(marks.get('northern-lights')).toBe('new')
    expect([...marks.values()].filter((mark) => mark === 'hot')).toHaveLength(HOT_EFFECTS)
    expect(tileBadges(manyItems, 'new').size).toBe(0)
  })

  test('a tile is neither too tall nor too wide, and offers smaller pictures', () => {
    expect(posterRatio({ width: 100, height: 1000 })).toBeGreaterThan(0.5)
    expect(posterRatio({ width: 1000, height: 100 })).toBeLessThan(2)
    expect(posterRatio({ width: 1280, height: 720 })).toBeCloseTo(16 / 9)
    expect(posterSources({ firstImageUrl: '/media/a.webp', width: 640 })).toBe(
      '/media/a.webp?width=320 320w, /media/a.webp?width=528 528w, /media/a.webp 640w',
    )
  })

  test('every text of the galleries in the sources exists, and no other', () => {
    const folder = new URL('../../../src/gallery/', import.meta.url)
    const sources = readdirSync(folder)
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('\n')
    const texts = JSON.parse(readFileSync(new URL('../../../public/locales/en/gallery.json', import.meta.url), 'utf8')) as object
    const textKeys = Object.keys(texts).map((key) => key.replace(/_(?:one|other)$/, ''))
    const usedKeys = [...sources.matchAll(/'(gallery\.[A-Za-z.]+)'/g)].map(([, key = '']) => key)
    const keyStarts = [...sources.matchAll(/`(gallery\.(?:[a-z]+\.)?)\$\{/g)].map(([, start = '']) => start)
    expect(usedKeys.filter((key) => !textKeys.includes(key))).toEqual([])
    const unusedKeys = textKeys.filter(
      (key) => !usedKeys.includes(key) && !keyStarts.some((start) => start !== 'gallery.' && key.startsWith(start)),
    )
    expect(unusedKeys).toEqual(['gallery.hot', 'gallery.new'])
  })
})
