import { expect, test, vi } from 'vitest'
import { MAX_TRACK_FIELDS, MAX_TRACK_NAME_LENGTH, MAX_TRACK_VALUE_LENGTH } from '#shared/domain/measurement-rules.ts'
import { createGtag, toFields, toGtagFields } from '#src/measurement/gtag.ts'
import { trackedScreen } from '#src/measurement/page-view.ts'

const GTAG_ID = 'G-TEST123'
const DENIED_CONSENT = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' }
const GRANTED_CONSENT = { ...DENIED_CONSENT, analytics_storage: 'granted' }
const NOW = new Date(0)
const ORIGIN = 'https://kinora.example'
const PRIVATE_ID = '0b0e7a30-9f6e-4d2a-8a53-1b6f9c1d2e3f'
const screenAt = (address: string) => trackedScreen(address, 'Title', ORIGIN)
const HOME_SCREEN = screenAt('/home')

function setUp() {
  const dataLayer: unknown[][] = []
  const page = {
    push: (...command: readonly unknown[]) => void dataLayer.push([...command]),
    loadScript: vi.fn(),
    setDisabled: vi.fn(),
    removeCookies: vi.fn(),
    now: () => NOW,
  }
  return { dataLayer, page, gtag: createGtag(GTAG_ID, page) }
}

test('before consent nothing is loaded or sent', () => {
  const { dataLayer, page, gtag } = setUp()
  gtag.sendEvent('page_view', {})
  gtag.withdraw()
  expect(dataLayer).toEqual([])
  for (const pageCall of [page.loadScript, page.setDisabled, page.removeCookies]) expect(pageCall).not.toHaveBeenCalled()
})

test('everything is denied before the configuration, and granted after it; Google counts no pages by itself', () => {
  const { dataLayer, page, gtag } = setUp()
  gtag.grant(HOME_SCREEN)
  gtag.sendEvent('page_view', { name: 'home' })
  expect(dataLayer).toEqual([
    ['consent', 'default', { ...DENIED_CONSENT, wait_for_update: 500 }],
    ['js', NOW],
    ['set', { page_location: 'https://kinora.example/home', page_title: 'Title', page_referrer: 'https://kinora.example/' }],
    ['config', GTAG_ID, { send_page_view: false }],
    ['consent', 'update', GRANTED_CONSENT],
    ['event', 'page_view', { name: 'home' }],
  ])
  expect(page.loadScript.mock.calls).toEqual([['https://www.googletagmanager.com/gtag/js?id=G-TEST123']])
})

test('after the withdrawal it sends and stores nothing more; after a new consent it is not loaded twice', () => {
  const { dataLayer, page, gtag } = setUp()
  gtag.grant(HOME_SCREEN)
  gtag.withdraw()
  gtag.sendEvent('page_view', {})
  expect(dataLayer.at(-1)).toEqual(['consent', 'update', DENIED_CONSENT])
  expect(page.setDisabled.mock.calls).toEqual([[false], [true]])
  expect(page.removeCookies).toHaveBeenCalledOnce()
  gtag.grant(HOME_SCREEN)
  expect(dataLayer.at(-1)).toEqual(['consent', 'update', GRANTED_CONSENT])
  expect(page.setDisabled.mock.lastCall).toEqual([false])
  expect(page.loadScript).toHaveBeenCalledOnce()
})

test('each screen is sent before its events, once in a row, and only while the user consents', () => {
  const { dataLayer, gtag } = setUp()
  const sentCommands = () =>
    dataLayer.map(([command, value]) => (command === 'set' ? (value as typeof HOME_SCREEN).page_location.slice(ORIGIN.length) : command))
  gtag.setCurrentScreen(HOME_SCREEN)
  expect(dataLayer).toEqual([])
  gtag.grant(HOME_SCREEN)
  for (const address of ['/home', '/explore', '/explore?q=private+words']) gtag.setCurrentScreen(screenAt(address))
  gtag.sendEvent('copy_link', {})
  expect(sentCommands()).toEqual(['consent', 'js', '/home', 'config', 'consent', '/explore', 'event'])
  gtag.withdraw()
  gtag.setCurrentScreen(screenAt('/pricing'))
  expect(sentCommands().slice(7)).toEqual(['consent'])
  gtag.grant(screenAt('/support'))
  expect(sentCommands().slice(8)).toEqual(['/support', 'consent'])
})

test('no screen is named by an id or the user’s words', () => {
  const { dataLayer, gtag } = setUp()
  const locationOf = (path: string) => screenAt(path).page_location
  gtag.grant(screenAt(`/ai/creation?q=${PRIVATE_ID}&token=${PRIVATE_ID}`))
  for (const path of [
    '/pay/success',
    '/en/pay/cancel/',
    ...['/tools/image-to-video-generator', '/ai/receipt', '/reset'].map((folder) => `${folder}/${PRIVATE_ID}`),
  ])
    gtag.setCurrentScreen(screenAt(`${path}?payOrderId=${PRIVATE_ID}#${PRIVATE_ID}`))
  expect(JSON.stringify(dataLayer)).not.toContain(PRIVATE_ID)
  expect(locationOf(`/pay/success?payOrderId=${PRIVATE_ID}`)).toBe(`${ORIGIN}/pay/success`)
  expect(locationOf(`/en/pay/cancel/?payOrderId=${PRIVATE_ID}`)).toBe(`${ORIGIN}/en/pay/cancel`)
  expect(locationOf(`/tools/image-to-video-generator/${PRIVATE_ID}/${PRIVATE_ID}`)).toBe(`${ORIGIN}/tools/image-to-video-generator/:id`)
})

test('the limits of fields, names and values are those of Google', () => {
  expect([MAX_TRACK_FIELDS, MAX_TRACK_NAME_LENGTH, MAX_TRACK_VALUE_LENGTH]).toEqual([25, 40, 100])
  const manyFields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 'x\0'.repeat(200)]))
  const fields = toFields(manyFields)
  expect(Object.keys(fields)).toHaveLength(25)
  expect(new Set(Object.values(fields))).toEqual(new Set(['x'.repeat(100)]))
})

test('Google gets no word of the user', () => {
  expect(toGtagFields({ name: 'image', prompt: 'my street' })).toEqual({ name: 'image' })
  expect(toFields({ name: 'image', prompt: 'my street' })).toEqual({ name: 'image', prompt: 'my street' })
})
