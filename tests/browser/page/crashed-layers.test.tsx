import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import type * as accountId from '#src/account/use-account-id.ts'
import { App } from '#src/app/app.tsx'
import { Overlays } from '#src/app/overlays/overlays.tsx'
import { ViewerHost } from '#src/app/overlays/viewer-overlay.tsx'
import { checkoutState } from '#src/billing/checkout/checkout-state.ts'
import { advertisementState, openAdvertisement } from '#src/content/advertisement/advertisement-state.ts'
import { startTexts } from '#src/i18n/i18n.ts'
import { onPageError } from '#src/reporting/errors.ts'
import { callViewerOpener } from '#src/routing/viewer-adapter.ts'
import { setPage, renderNode } from './on-page.ts'

const brokenParts = vi.hoisted(() => new Set<string>())
const breakOff = vi.hoisted(() => vi.fn())
const toast = vi.hoisted(() => vi.fn(async (_: ToastContent) => undefined))

/** A fake part that renders its name, or throws if the test has broken it. */
const fakePart = vi.hoisted(() => (name: string) => () => {
  if (brokenParts.has(name)) throw new Error(`${name} is broken`)
  return <p id={name}>{name}</p>
})

vi.mock('#src/content/advertisement/advertisement-dialog.tsx', () => ({ AdvertisementDialog: fakePart('advertisement') }))
vi.mock('#src/billing/checkout/checkout-layer.tsx', () => ({ CheckoutLayer: fakePart('checkout') }))
vi.mock('#src/billing/checkout/start-purchase.ts', () => ({ checkout: { breakOff } }))
vi.mock('#src/viewer/viewer.tsx', () => ({ Viewer: fakePart('viewer') }))
vi.mock('#src/app/back-to-top.tsx', () => ({ BackToTop: fakePart('back-to-top') }))
vi.mock('#src/app/design-language.tsx', () => ({ DesignLanguage: fakePart('kit-language') }))
vi.mock('#src/app/layouts/layout.tsx', () => ({ Layout: fakePart('screen') }))
vi.mock('#src/design/toast.ts', async (original) => ({ ...(await original<object>()), showToast: toast }))

vi.mock('#src/app/home-after-subscribing.ts', () => ({ useHomeAfterSubscribing: fakePart('late-parts') }))
// Only the viewer's host reads the account's id, so an error in this hook breaks only the viewer's host.
vi.mock('#src/account/use-account-id.ts', async (original) => {
  const realModule = await original<typeof accountId>()
  const renderHost = fakePart('viewer-host')
  return { ...realModule, useAccountId: () => renderHost() && realModule.useAccountId() }
})

const errorIds: string[] = []
const partsOnPage = () => [...document.querySelectorAll('p[id]')].map(({ id }) => id)
const toastTexts = () => toast.mock.calls.map(([{ title, description }]) => `${title} ${description}`)
const address = location.href
let stopListening = () => {}

beforeEach(async () => {
  await startTexts()
  vi.spyOn(console, 'error').mockReturnValue()
  stopListening = onPageError(({ id }) => errorIds.push(id))
})

afterEach(() => {
  stopListening()
  setPage('')
  brokenParts.clear()
  errorIds.length = 0
  checkoutState.view = null
  history.replaceState(null, '', address)
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const pageAt = (path: string, host = <Overlays />) => <Router hook={() => [path, () => {}]}>{host}</Router>
const waitForQuiet = () => new Promise((resolve) => setTimeout(resolve, 100))

test('a crashed advertisement leaves the checkout open, is reported with its id, and can be requested again', async () => {
  setPage('')
  brokenParts.add('advertisement')
  renderNode(pageAt('/explore'))
  checkoutState.view = { kind: 'late', payOrderId: 'po_1' }
  await expect.poll(partsOnPage).toContain('checkout')
  openAdvertisement()
  await expect.poll(() => toastTexts().length).toBe(1)
  expect(toastTexts()).toEqual([`We couldn't open this window Try again. Error ID: ${errorIds[0]}`])
  expect([partsOnPage(), advertisementState.isOpen]).toEqual([['kit-language', 'back-to-top', 'checkout'], false])
  brokenParts.clear()
  openAdvertisement()
  await expect.poll(partsOnPage).toContain('advertisement')
})

test('a crashed checkout is aborted, and its next view is rendered anew', async () => {
  setPage('')
  brokenParts.add('checkout')
  renderNode(pageAt('/explore'))
  checkoutState.view = { kind: 'late', payOrderId: 'po_1' }
  await expect.poll(() => breakOff.mock.calls.length).toBe(1)
  expect([partsOnPage(), toastTexts().length]).toEqual([['kit-language', 'back-to-top'], 1])
  brokenParts.clear()
  checkoutState.view = { kind: 'failed', payOrderId: 'po_1' }
  await expect.poll(partsOnPage).toContain('checkout')
})

test('a crashed background part shows no message, and returns with the next screen', async () => {
  setPage('')
  brokenParts.add('back-to-top')
  const { draw } = renderNode(pageAt('/explore'))
  await expect.poll(() => errorIds.length).toBe(1)
  expect(partsOnPage()).toEqual(['kit-language'])
  brokenParts.clear()
  draw(pageAt('/explore'))
  expect(partsOnPage()).toEqual(['kit-language'])
  draw(pageAt('/pricing'))
  await expect.poll(partsOnPage).toEqual(['kit-language', 'back-to-top'])
  expect(toastTexts()).toEqual([])
})

test('a crashed viewer restores the address of the screen, and the next one opens', async () => {
  setPage('')
  history.replaceState(null, '', '/explore')
  brokenParts.add('viewer')
  renderNode(pageAt('/explore', <ViewerHost />))
  const openViewer = () => callViewerOpener({ items: [], index: 0, source: 'gallery' } as never, '/explore/golden-hour')
  await expect.poll(() => (openViewer(), location.pathname)).toBe('/explore/golden-hour')
  await expect.poll(() => location.pathname).toBe('/explore')
  expect([toastTexts().length, partsOnPage()]).toEqual([1, []])
  brokenParts.clear()
  openViewer()
  await expect.poll(partsOnPage).toEqual(['viewer'])
})

for (const name of ['viewer', 'viewer-host', 'late-parts', 'back-to-top']) {
  test(`the screen survives a crash of this part: ${name}`, async () => {
    setPage('')
    history.replaceState(null, '', '/explore/golden-hour')
    brokenParts.add(name)
    renderNode(<App />)
    await expect.poll(() => errorIds.length).toBe(1)
    await waitForQuiet()
    expect(partsOnPage()).toContain('screen')
    expect(document.querySelector('h1')).toBeNull()
  })
}
