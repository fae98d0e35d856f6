import { expect, it, vi } from 'vitest'
import * as rules from '#shared/domain/advertisement-rules.ts'
import { closeAdvertisement, openAdvertisement } from '#src/content/advertisement/advertisement-state.ts'
import { chooseSamples, stepOfKey } from '#src/content/advertisement/sample-carousel.tsx'
import { template } from '../../fixtures/page/template-builder.ts'

it('the advertisement has the values of the specification', () => {
  expect(rules).toMatchObject({ AD_SAMPLES: 8, CAROUSEL_AUTOPLAY_MS: 6000, AD_AUTOPLAY_MS: 7000, AD_REPEAT_MS: 7_200_000 })
})

it('the time of the last showing is stored', () => {
  const storedValues = new Map<string, string>()
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => storedValues.set(key, value) })
  const beforeMs = Date.now()
  openAdvertisement()
  closeAdvertisement()
  expect(Number(storedValues.get('kinora.advertisementShownAt'))).toBeGreaterThanOrEqual(beforeMs)
})

it('the samples are the first with a video, then the first without', () => {
  const items = Array.from({ length: 12 }, (_, index) => template(`item ${index}`, index % 3 === 0 ? {} : { movieUrl: null }))
  const ids = chooseSamples(items).map(({ id }) => id)
  expect(ids).toEqual([0, 3, 6, 9, 1, 2, 4, 5].map((index) => `item ${index}`))
  expect(chooseSamples(items.slice(0, 2)).map(({ id }) => id)).toEqual(['item 0', 'item 1'])
  expect(chooseSamples([])).toEqual([])
})

it.each([
  ['ArrowRight', 'ltr', 1],
  ['ArrowLeft', 'ltr', -1],
  ['ArrowRight', 'rtl', -1],
  ['ArrowLeft', 'rtl', 1],
  ['ArrowDown', 'rtl', undefined],
] as const)('%s in a page that runs %s leads by %s', (key, direction, step) => {
  expect(stepOfKey(key, direction)).toBe(step)
})
