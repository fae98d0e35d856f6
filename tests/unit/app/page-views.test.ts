import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RouteName, screenHead } from '#shared/domain/screens.ts'
import type { TrackedScreen } from '#src/measurement/page-view.ts'
import { followPageViews } from '#src/app/follow-page-views.ts'
import { screenTitle } from '#src/app/screen-title.ts'
import { addTrackSink } from '#src/reporting/track.ts'

const tracked: string[] = []
const stood: string[] = []
let stops: (() => unknown)[] = []
const events = new EventTarget()

/** Sets the browser's address and its history state. */
function stand(address: string, viewerOver?: string): void {
  const { pathname, search } = new URL(address, 'https://kinora.example')
  vi.stubGlobal('location', { pathname, search, origin: 'https://kinora.example' })
  vi.stubGlobal('history', { state: viewerOver === undefined ? null : { viewer: { background: viewerOver } } })
  events.dispatchEvent(new Event('pushState'))
}

function setCurrentScreen({ page_location: at, page_title: title }: TrackedScreen): void {
  stood.push(`${at.replace('https://kinora.example', '')} ${title} ${tracked.length}`)
}

async function name(route: RouteName): Promise<void> {
  Object.assign(screenTitle, { name: route, head: screenHead(route) })
  await Promise.resolve()
}

beforeEach(() => {
  tracked.length = 0
  stood.length = 0
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  stops = [addTrackSink((event, payload) => tracked.push(`${event} ${'page_path' in payload ? payload.page_location : ''}`.slice(0, 60)))]
})
afterEach(() => {
  for (const stop of stops) stop()
  Object.assign(screenTitle, { name: '' })
  vi.unstubAllGlobals()
})

const views = () => tracked.map((line) => line.replace('page_view https://kinora.example', ''))

test('a screen is reported once its title is set, the present one first, and each address once in a row', async () => {
  stand('/home')
  stops.push(followPageViews(setCurrentScreen))
  expect(views()).toEqual([])
  await name('home')
  expect(views()).toEqual(['/home'])
  stand('/explore')
  expect(views()).toEqual(['/home'])
  await name('explore')
  stand('/explore')
  stand('/explore?q=private+words')
  stand('/explore?tag=rain')
  expect(views()).toEqual(['/home', '/explore', '/explore?tag=rain'])
  stand('/home')
  await name('home')
  expect(views().at(-1)).toBe('/home')
})

test('a viewer over a screen is no view, one that was opened by its address is', async () => {
  stand('/explore')
  await name('explore')
  stops.push(followPageViews(setCurrentScreen))
  stand('/video-effects/rain', '/explore')
  stand('/explore')
  expect(views()).toEqual(['/explore'])
  stand('/video-effects/rain', '/video-effects/rain')
  await name('effectDetail')
  expect(views()).toEqual(['/explore', '/video-effects/rain'])
})

test('a payment result is skipped, and the screen after it counts anew', async () => {
  stand('/pricing')
  await name('pricing')
  stops.push(followPageViews(setCurrentScreen))
  stand('/pay/cancel?payOrderId=secret')
  await name('payCancel')
  expect(views()).toEqual(['/pricing'])
  stand('/pricing')
  await name('pricing')
  expect(views()).toEqual(['/pricing', '/pricing'])
})

test('each screen is reported with its own title, and a payment result by its route alone', async () => {
  stand('/ai/creation?q=private+words')
  stops.push(followPageViews(setCurrentScreen))
  expect(stood).toEqual([])
  await name('creations')
  stand('/pay/success?payOrderId=secret')
  expect(stood).toEqual(['/ai/creation creations 0'])
  await name('paySuccess')
  expect(stood.at(-1)).toBe('/pay/success paySuccess 1')
  stand('/ai/receipt/pi_secret')
  await name('receipt')
  expect(stood.at(-1)).toBe('/ai/receipt/:id receipt 1')
  expect(stood.join(' ')).not.toMatch(/secret|words/)
})
