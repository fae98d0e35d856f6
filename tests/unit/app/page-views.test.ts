import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RouteName, screenHead } from '#shared/domain/screens.ts'
import type { TrackedScreen } from '#src/measurement/page-view.ts'
import { followPageViews } from '#src/app/follow-page-views.ts'
import { screenTitle } from '#src/app/screen-title.ts'
import { addTrackSink } from '#src/reporting/track.ts'

const trackedLines: string[] = []
const currentScreens: string[] = []
let stops: (() => unknown)[] = []
const events = new EventTarget()

/** Sets the browser's address and its history state. */
function setAddress(address: string, background?: string): void {
  const { pathname, search } = new URL(address, 'https://kinora.example')
  vi.stubGlobal('location', { pathname, search, origin: 'https://kinora.example' })
  vi.stubGlobal('history', { state: background === undefined ? null : { viewer: { background: background } } })
  events.dispatchEvent(new Event('pushState'))
}

function setCurrentScreen({ page_location: url, page_title: title }: TrackedScreen): void {
  currentScreens.push(`${url.replace('https://kinora.example', '')} ${title} ${trackedLines.length}`)
}

async function setTitle(route: RouteName): Promise<void> {
  Object.assign(screenTitle, { name: route, head: screenHead(route) })
  await Promise.resolve()
}

beforeEach(() => {
  trackedLines.length = 0
  currentScreens.length = 0
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  stops = [
    addTrackSink((event, payload) => trackedLines.push(`${event} ${'page_path' in payload ? payload.page_location : ''}`.slice(0, 60))),
  ]
})
afterEach(() => {
  for (const stop of stops) stop()
  Object.assign(screenTitle, { name: '' })
  vi.unstubAllGlobals()
})

const viewedAddresses = () => trackedLines.map((line) => line.replace('page_view https://kinora.example', ''))

test('a screen is reported once its title is set, the present one first, and each address once in a row', async () => {
  setAddress('/home')
  stops.push(followPageViews(setCurrentScreen))
  expect(viewedAddresses()).toEqual([])
  await setTitle('home')
  expect(viewedAddresses()).toEqual(['/home'])
  setAddress('/explore')
  expect(viewedAddresses()).toEqual(['/home'])
  await setTitle('explore')
  setAddress('/explore')
  setAddress('/explore?q=private+words')
  setAddress('/explore?tag=rain')
  expect(viewedAddresses()).toEqual(['/home', '/explore', '/explore?tag=rain'])
  setAddress('/home')
  await setTitle('home')
  expect(viewedAddresses().at(-1)).toBe('/home')
})

test('a viewer over a screen is no view, one that was opened by its address is', async () => {
  setAddress('/explore')
  await setTitle('explore')
  stops.push(followPageViews(setCurrentScreen))
  setAddress('/video-effects/rain', '/explore')
  setAddress('/explore')
  expect(viewedAddresses()).toEqual(['/explore'])
  setAddress('/video-effects/rain', '/video-effects/rain')
  await setTitle('effectDetail')
  expect(viewedAddresses()).toEqual(['/explore', '/video-effects/rain'])
})

test('a payment result is skipped, and the screen after it counts anew', async () => {
  setAddress('/pricing')
  await setTitle('pricing')
  stops.push(followPageViews(setCurrentScreen))
  setAddress('/pay/cancel?payOrderId=secret')
  await setTitle('payCancel')
  expect(viewedAddresses()).toEqual(['/pricing'])
  setAddress('/pricing')
  await setTitle('pricing')
  expect(viewedAddresses()).toEqual(['/pricing', '/pricing'])
})

test('each screen is reported with its own title, and a payment result by its route alone', async () => {
  setAddress('/ai/creation?q=private+words')
  stops.push(followPageViews(setCurrentScreen))
  expect(currentScreens).toEqual([])
  await setTitle('creations')
  setAddress('/pay/success?payOrderId=secret')
  expect(currentScreens).toEqual(['/ai/creation creations 0'])
  await setTitle('paySuccess')
  expect(currentScreens.at(-1)).toBe('/pay/success paySuccess 1')
  setAddress('/ai/receipt/pi_secret')
  await setTitle('receipt')
  expect(currentScreens.at(-1)).toBe('/ai/receipt/:id receipt 1')
  expect(currentScreens.join(' ')).not.toMatch(/secret|words/)
})
