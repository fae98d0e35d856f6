import { expect, test } from 'vitest'
import type { Template } from '#shared/api/templates.ts'
import { landingItem, modeItems } from '#shared/domain/home-items.ts'
import { filmRows, wallItems, STAGE_ITEMS, stageItems } from '#src/content/landing/landing-items.ts'
import { welcomeLine } from '#src/content/landing/landing-hero.tsx'
import { openInTool } from '#src/pictures/open-in-tool.ts'

function item(id: string, change: Partial<Template> = {}): Template {
  return {
    id,
    bizType: 'CUSTOM',
    firstImageUrl: `/media/${id}.webp`,
    movieUrl: `/media/${id}.mp4`,
    width: 1280,
    height: 720,
    ...change,
  } as Template
}
const ids = (items: readonly Template[]) => items.map(({ id }) => id)

test('the landing begins with the first item that has a video, else with the first', () => {
  const stillItems = [item('a', { movieUrl: null }), item('b', { movieUrl: null })]
  expect(landingItem([...stillItems, item('c')])?.id).toBe('c')
  expect(landingItem(stillItems)?.id).toBe('a')
  expect(landingItem([])).toBeUndefined()
})

test('the stage begins with the picture that the server preloads; beside it are wide pictures with a video, each once, and no more than fit', () => {
  const wideItems = Array.from({ length: STAGE_ITEMS + 2 }, (_, index) => item(`wide ${index}`))
  const unfitItems = [
    item('tall', { width: 720, height: 1280 }),
    item('unmade', { movieUrl: null }),
    item('two pictures', { bizType: 'HEAD_TAIL' }),
    item('same picture', { firstImageUrl: '/media/tall first.webp' }),
  ]
  const allItems = [item('tall first', { width: 720, height: 1280 }), ...unfitItems, ...wideItems]
  expect(ids(stageItems(allItems))).toEqual(['tall first', ...ids(wideItems).slice(0, STAGE_ITEMS - 1)])
  expect(stageItems([])).toEqual([])
})

test('the wall shows each picture once, and none of the stage', () => {
  const stagedItems = [item('a')]
  const allItems = [
    item('a'),
    item('of a', { firstImageUrl: '/media/a.webp' }),
    item('b'),
    item('of b', { firstImageUrl: '/media/b.webp' }),
    item('c'),
  ]
  expect(ids(wallItems(allItems, stagedItems))).toEqual(['b', 'c'])
})

test('every row of the wall is full, for any input, and no picture is in two', () => {
  const shapes = [720, 720, 1280, 960, 1024, 720, 1280, 1024, 960, 720, 1280, 720]
  const items = shapes.map((height, index) => item(`${index}`, { height }))
  const rows = filmRows(items, 2, 4.8)
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(Math.abs(row.reduce((sum, { ratio }) => sum + ratio, 0) - 4.8)).toBeLessThan(1)
  const shownIds = rows.flat().map(({ template }) => template.id)
  expect(new Set(shownIds).size).toBe(shownIds.length)
  expect(filmRows(items.slice(0, 1), 2, 4.8)).toEqual([])
})

test('the points for new users are shown where they are known, with the number of videos they pay for', () => {
  const text = (key: string, values = {}) => [key, ...Object.values(values)].join(' ')
  expect(welcomeLine(100, text)).toBe('landing.noAccountPoints 100 2')
  expect(welcomeLine(null, text)).toBe('landing.noAccount')
  expect(welcomeLine(0, text)).toBe('landing.noAccount')
})

test('a picture dropped on a screen without a form opens the form first, and is passed to it there', () => {
  const steps: unknown[] = []
  const photo = new File(['photo'], 'photo.jpg')
  const deps = { go: (path: string) => steps.push(path), queueForNext: (files: unknown) => steps.push(files) }
  openInTool([photo], { ...deps, isOnToolScreen: () => false })
  expect(steps).toEqual(['/tools/image-to-video-generator', [photo]])
  openInTool([photo], { ...deps, isOnToolScreen: () => true })
  expect(steps.slice(2)).toEqual([[photo]])
})

test('each kind of video has a picture of its own kind, with a video where there is one, and none of the effects below', () => {
  const effects = Array.from({ length: 8 }, (_, index) => item(`effect ${index}`, { bizType: 'TEMPLATE' }))
  const allItems = [item('unmade', { movieUrl: null }), ...effects, item('made'), item('pair', { bizType: 'HEAD_TAIL', movieUrl: null })]
  const { CUSTOM, HEAD_TAIL, TEMPLATE } = modeItems(allItems)
  expect([CUSTOM, HEAD_TAIL, TEMPLATE].map(ids)).toEqual([['made'], ['pair'], ['effect 4', 'effect 5', 'effect 6']])
  expect(Object.values(modeItems([])).flat()).toEqual([])
  expect(ids(modeItems(effects.slice(0, 5)).TEMPLATE)).toEqual(['effect 0', 'effect 1', 'effect 2'])
})
