import { expect, test, vi } from 'vitest'
import { MAX_TRACK_FIELDS, MAX_TRACK_NAME_LENGTH, MAX_TRACK_VALUE_LENGTH } from '#shared/domain/track-rules.ts'
import { createGtag } from '#src/features/analytics/create-gtag.ts'
import { toFields, toGtagFields } from '#src/features/analytics/to-fields.ts'

const ID = 'G-TEST123'
const DENIED = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' }
const GRANTED = { ...DENIED, analytics_storage: 'granted' }
const NOW = new Date(0)

function setUp() {
  const dataLayer: unknown[][] = []
  const page = {
    push: (...command: readonly unknown[]) => void dataLayer.push([...command]),
    loadScript: vi.fn(),
    setDisabled: vi.fn(),
    removeCookies: vi.fn(),
    now: () => NOW,
  }
  return { dataLayer, page, gtag: createGtag(ID, page) }
}

test('before consent nothing is loaded or told', () => {
  const { dataLayer, page, gtag } = setUp()
  gtag.tell('page_view', {})
  gtag.withdraw()
  expect(dataLayer).toEqual([])
  for (const act of [page.loadScript, page.setDisabled, page.removeCookies]) expect(act).not.toHaveBeenCalled()
})

test('everything is denied before the configuration, and granted after it; Google counts no pages by itself', () => {
  const { dataLayer, page, gtag } = setUp()
  gtag.grant()
  gtag.tell('page_view', { name: 'home' })
  expect(dataLayer).toEqual([
    ['consent', 'default', { ...DENIED, wait_for_update: 500 }],
    ['js', NOW],
    ['config', ID, { send_page_view: false }],
    ['consent', 'update', GRANTED],
    ['event', 'page_view', { name: 'home' }],
  ])
  expect(page.loadScript.mock.calls).toEqual([['https://www.googletagmanager.com/gtag/js?id=G-TEST123']])
})

test('taken back it hears nothing more and keeps nothing; agreed to again it is not loaded twice', () => {
  const { dataLayer, page, gtag } = setUp()
  gtag.grant()
  gtag.withdraw()
  gtag.tell('page_view', {})
  expect(dataLayer.at(-1)).toEqual(['consent', 'update', DENIED])
  expect(page.setDisabled.mock.calls).toEqual([[false], [true]])
  expect(page.removeCookies).toHaveBeenCalledOnce()
  gtag.grant()
  expect(dataLayer.at(-1)).toEqual(['consent', 'update', GRANTED])
  expect(page.setDisabled.mock.lastCall).toEqual([false])
  expect(page.loadScript).toHaveBeenCalledOnce()
})

test('MAX_TRACK_FIELDS, MAX_TRACK_NAME_LENGTH, MAX_TRACK_VALUE_LENGTH are what Google takes', () => {
  expect([MAX_TRACK_FIELDS, MAX_TRACK_NAME_LENGTH, MAX_TRACK_VALUE_LENGTH]).toEqual([25, 40, 100])
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 'x\0'.repeat(200)]))
  const fields = toFields(many)
  expect(Object.keys(fields)).toHaveLength(25)
  expect(new Set(Object.values(fields))).toEqual(new Set(['x'.repeat(100)]))
})

test('Google hears no word that a person has written', () => {
  expect(toGtagFields({ name: 'image', prompt: 'my street' })).toEqual({ name: 'image' })
  expect(toFields({ name: 'image', prompt: 'my street' })).toEqual({ name: 'image', prompt: 'my street' })
})
