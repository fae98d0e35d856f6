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
import { onPage, shown } from './on-page.ts'

const broken = vi.hoisted(() => new Set<string>())
const breakOff = vi.hoisted(() => vi.fn())
const toast = vi.hoisted(() => vi.fn(async (_: ToastContent) => undefined))

/** A fake part that renders its name, or throws if the test has broken it. */
const part = vi.hoisted(() => (name: string) => () => {
  if (broken.has(name)) throw new Error(`${name} is broken`)
  return <p id={name}>{name}</p>
})

vi.mock('#src/content/advertisement/advertisement-dialog.tsx', () => ({ AdvertisementDialog: part('advertisement') }))
vi.mock('#src/billing/checkout/checkout-layer.tsx', () => ({ CheckoutLayer: part('checkout') }))
vi.mock('#src/billing/checkout/start-purchase.ts', () => ({ checkout: { breakOff } }))
vi.mock('#src/viewer/viewer.tsx', () => ({ Viewer: part('viewer') }))
vi.mock('#src/app/back-to-top.tsx', () => ({ BackToTop: part('back-to-top') }))
vi.mock('#src/app/design-language.tsx', () => ({ DesignLanguage: part('kit-language') }))
vi.mock('#src/app/layouts/layout.tsx', () => ({ Layout: part('screen') }))
vi.mock('#src/design/toast.ts', async (original) => ({ ...(await original<object>()), showToast: toast }))

vi.mock('#src/app/home-after-subscribing.ts', () => ({ useHomeAfterSubscribing: part('late-parts') }))
// Only the viewer's host reads the account's id, so an error in this hook breaks only the viewer's host.
vi.mock('#src/account/use-account-id.ts', async (original) => {
  const real = await original<typeof accountId>()
  const check = part('viewer-host')
  return { ...real, useAccountId: () => check() && real.useAccountId() }
})

const troubles: string[] = []
const there = () => [...document.querySelectorAll('p[id]')].map(({ id }) => id)
const toastTexts = () => toast.mock.calls.map(([{ title, description }]) => `${title} ${description}`)
const address = location.href
let stop = () => {}

beforeEach(async () => {
  await startTexts()
  vi.spyOn(console, 'error').mockReturnValue()
  stop = onPageError(({ id }) => troubles.push(id))
})

afterEach(() => {
  stop()
  onPage('')
  broken.clear()
  troubles.length = 0
  checkoutState.view = null
  history.replaceState(null, '', address)
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const at = (path: string, host = <Overlays />) => <Router hook={() => [path, () => {}]}>{host}</Router>
const quiet = () => new Promise((resolve) => setTimeout(resolve, 100))

test('a crashed advertisement leaves the checkout open, is reported with its id, and can be requested again', async () => {
  onPage('')
  broken.add('advertisement')
  shown(at('/explore'))
  checkoutState.view = { kind: 'late', payOrderId: 'po_1' }
  await expect.poll(there).toContain('checkout')
  openAdvertisement()
  await expect.poll(() => toastTexts().length).toBe(1)
  expect(toastTexts()).toEqual([`We couldn't open this window Try again. Error ID: ${troubles[0]}`])
  expect([there(), advertisementState.isOpen]).toEqual([['kit-language', 'back-to-top', 'checkout'], false])
  broken.clear()
  openAdvertisement()
  await expect.poll(there).toContain('advertisement')
})

test('a crashed checkout is aborted, and its next view is rendered anew', async () => {
  onPage('')
  broken.add('checkout')
  shown(at('/explore'))
  checkoutState.view = { kind: 'late', payOrderId: 'po_1' }
  await expect.poll(() => breakOff.mock.calls.length).toBe(1)
  expect([there(), toastTexts().length]).toEqual([['kit-language', 'back-to-top'], 1])
  broken.clear()
  checkoutState.view = { kind: 'failed', payOrderId: 'po_1' }
  await expect.poll(there).toContain('checkout')
})

test('a crashed background part shows no message, and returns with the next screen', async () => {
  onPage('')
  broken.add('back-to-top')
  const { draw } = shown(at('/explore'))
  await expect.poll(() => troubles.length).toBe(1)
  expect(there()).toEqual(['kit-language'])
  broken.clear()
  draw(at('/explore'))
  expect(there()).toEqual(['kit-language'])
  draw(at('/pricing'))
  await expect.poll(there).toEqual(['kit-language', 'back-to-top'])
  expect(toastTexts()).toEqual([])
})

test('a crashed viewer restores the address of the screen, and the next one opens', async () => {
  onPage('')
  history.replaceState(null, '', '/explore')
  broken.add('viewer')
  shown(at('/explore', <ViewerHost />))
  const open = () => callViewerOpener({ items: [], index: 0, source: 'gallery' } as never, '/explore/golden-hour')
  await expect.poll(() => (open(), location.pathname)).toBe('/explore/golden-hour')
  await expect.poll(() => location.pathname).toBe('/explore')
  expect([toastTexts().length, there()]).toEqual([1, []])
  broken.clear()
  open()
  await expect.poll(there).toEqual(['viewer'])
})

for (const name of ['viewer', 'viewer-host', 'late-parts', 'back-to-top']) {
  test(`the screen survives a crash of this part: ${name}`, async () => {
    onPage('')
    history.replaceState(null, '', '/explore/golden-hour')
    broken.add(name)
    shown(<App />)
    await expect.poll(() => troubles.length).toBe(1)
    await quiet()
    expect(there()).toContain('screen')
    expect(document.querySelector('h1')).toBeNull()
  })
}
