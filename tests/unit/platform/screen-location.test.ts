import { afterEach, expect, test, vi } from 'vitest'
import {
  isOnScreen,
  leaveViewer,
  moveViewer,
  pushViewer,
  screenAddress,
  screenHash,
  screenPath,
  stampColdViewer,
  viewerEntry,
} from '#src/routing/routes.ts'
import { isViewerPath, levelAbove, viewerSegments } from '#shared/domain/viewer-address.ts'

interface Entry {
  readonly state: unknown
  readonly address: string
}

/** A tab's history with the functions that the viewer uses. */
function openTab(address: string) {
  const entries: Entry[] = [{ state: null, address }]
  let entryIndex = 0
  const currentEntry = () => entries[entryIndex] ?? { state: null, address: '' }
  const currentUrl = () => new URL(currentEntry().address, 'https://kinora.test')
  vi.stubGlobal('location', {
    get pathname() {
      return currentUrl().pathname
    },
    get search() {
      return currentUrl().search
    },
    get hash() {
      return currentUrl().hash
    },
  })
  vi.stubGlobal('history', {
    get state() {
      return currentEntry().state
    },
    pushState: (state: unknown, _: string, to: string) => {
      entryIndex += 1
      entries.splice(entryIndex, Infinity, { state, address: to })
    },
    replaceState: (state: unknown, _: string, to = currentEntry().address) => {
      entries[entryIndex] = { state, address: to }
    },
    back: () => (entryIndex = Math.max(0, entryIndex - 1)),
  })
  return { entries, address: () => currentEntry().address, back: () => (entryIndex -= 1), forward: () => (entryIndex += 1) }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('opening, stepping and closing a viewer change no screen and leave one entry', () => {
  const tab = openTab('/explore?tag=sea')
  pushViewer('/tools/image-to-video-generator/a')
  moveViewer('/tools/image-to-video-generator/b')
  moveViewer('/tools/start-end-frame/c')
  expect([screenPath(), screenAddress(), tab.entries.length]).toEqual(['/explore', '/explore?tag=sea', 2])
  leaveViewer()
  expect([tab.address(), screenAddress(), viewerEntry()]).toEqual(['/explore?tag=sea', '/explore?tag=sea', null])
})

test('Back closes a viewer, and Forward opens it again over the same screen', () => {
  const tab = openTab('/video-effects')
  pushViewer('/video-effects/a')
  moveViewer('/video-effects/b')
  tab.back()
  expect([tab.address(), viewerEntry()]).toEqual(['/video-effects', null])
  tab.forward()
  expect([tab.address(), screenPath(), viewerEntry()]).toEqual(['/video-effects/b', '/video-effects', { background: '/video-effects' }])
})

test('the screen below retains its fragment, and nobody can change it while a viewer is open or another one is requested', () => {
  const tab = openTab('/ai/creation#creation-a')
  expect([screenHash(), isOnScreen('/ai/creation'), isOnScreen('/pricing')]).toEqual(['#creation-a', true, false])
  pushViewer('/tools/image-to-video-generator/b')
  moveViewer('/tools/image-to-video-generator/c')
  expect([screenHash(), isOnScreen('/ai/creation')]).toEqual(['#creation-a', false])
  leaveViewer()
  expect([tab.address(), screenHash()]).toEqual(['/ai/creation#creation-a', '#creation-a'])
})

test('a viewer opened by its address alone retains its screen during steps, and closing leads one level up without an entry', () => {
  const tab = openTab('/en/explore/a/b?source=pc_cfeed')
  stampColdViewer()
  moveViewer('/en/tools/image-to-video-generator/c')
  stampColdViewer()
  expect(screenAddress()).toBe('/en/explore/a/b?source=pc_cfeed')
  leaveViewer()
  expect([tab.address(), tab.entries.length, viewerEntry()]).toEqual(['/en/explore', 1, null])
})

test('an entry of the history is used only where it is an address of this app', () => {
  for (const background of [7, undefined, '', 'https://elsewhere.test', '//elsewhere.test/', 'explore'])
    expect([background, viewerEntry({ history: { state: { viewer: { background } } } })]).toEqual([background, null])
})

test('viewers are at the addresses of details only', () => {
  const paths = ['/explore/a', '/en/video-effects/a', '/tools/video-templates/a', '/tools/start-end-frame/a/b', '/Explore/A']
  expect(paths.filter(isViewerPath)).toEqual(paths)
  expect(['/explore', '/resource/a', '/video-detail/a', '/ai/creation', '/nowhere/a'].filter(isViewerPath)).toEqual([])
})

test('the parts of an address are parsed after its screen, unescaped, with or without a locale and a trailing slash', () => {
  expect(viewerSegments('/en/explore/a%20b/c/')).toEqual(['a b', 'c'])
  expect(viewerSegments('/tools/image-to-video-generator/%E0%A4%A')).toEqual(['%E0%A4%A'])
  expect(viewerSegments('/explore')).toEqual([])
})

test('above each detail is its own screen', () => {
  const paths = ['/explore/a/b', '/en/video-effects/a', '/tools/video-templates/a', '/tools/start-end-frame/a']
  expect(paths.map(levelAbove)).toEqual(['/explore', '/en/video-effects', '/tools/video-templates', '/tools/start-end-frame'])
})
