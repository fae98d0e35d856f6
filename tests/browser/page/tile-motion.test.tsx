import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playAlone } from '#src/browser/only-player.ts'
import { tileMotion, useIsPlaying } from '#src/gallery/tile-motion.ts'
import { useTileMotion } from '#src/gallery/use-tile-motion.ts'
import { holdScroll } from '#src/design/open-modal.ts'
import { TileVideo } from '#src/design/tile-video.tsx'
import { byId, dialogById, setPage, renderNode } from './on-page.ts'

const LONG_ENOUGH_MS = 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  setHover(false)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setPage('')
})

function setHover(matches: boolean): void {
  const mediaQueryOf = (query: string) => Object.assign(new EventTarget(), { matches: matches && query.includes('hover') })
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => mediaQueryOf(query) as unknown as MediaQueryList)
}

function Wall() {
  const container = useRef<HTMLDivElement>(null)
  useTileMotion(container)
  return (
    <div ref={container}>
      <Tile />
      <button id="next" type="button">
        next
      </button>
    </div>
  )
}

function Tile() {
  return (
    <article data-video="a">
      <button id="open" type="button" style={{ position: 'relative', width: 200, height: 200 }}>
        {useIsPlaying('a') && <TileVideo src="/none.mp4" />}
      </button>
    </article>
  )
}

/** Shows a wall of tiles on a touch device, scrolled so that its middle tile plays. */
function showTouchedWall(): void {
  setPage('<dialog id="layer"></dialog>')
  renderNode(<Wall />)
  byId('open').scrollIntoView({ block: 'center', inline: 'center' })
  scrollAndRest()
  expect(tileMotion.playingKey()).toBe('a')
}

function scrollAndRest(): void {
  dispatchEvent(new Event('scroll'))
  flushSync(() => vi.advanceTimersByTime(LONG_ENOUGH_MS))
}

test('a scroll of a page under a layer does not stop the videos in the layer', () => {
  showTouchedWall()
  dialogById('layer').showModal()
  const stopViewer = vi.fn<() => void>()
  playAlone(stopViewer)
  scrollAndRest()
  expect([stopViewer.mock.calls.length, tileMotion.playingKey()]).toEqual([0, null])
})

test('a press on a playing tile reaches its button, and a focus that leaves stops the video', () => {
  showTouchedWall()
  const { left, top, width, height } = byId('open').getBoundingClientRect()
  expect(byId('open').querySelector('video')).not.toBeNull()
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(byId('open'))
  byId('next').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  expect(tileMotion.playingKey()).toBe('a')
})

test('by touch the tile in the middle plays again once no layer covers the page', async () => {
  showTouchedWall()
  const releaseHold = holdScroll()
  dialogById('layer').showModal()
  playAlone(() => undefined)
  dialogById('layer').close()
  releaseHold()
  await Promise.resolve()
  vi.advanceTimersByTime(LONG_ENOUGH_MS)
  expect(tileMotion.playingKey()).toBe('a')
})

test('a mouse that is still over the tile when the layer closes plays it with its next move', () => {
  setHover(true)
  setPage('')
  renderNode(<Wall />)
  byId('open').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  vi.advanceTimersByTime(LONG_ENOUGH_MS)
  playAlone(() => undefined)
  const keyUnderLayer = tileMotion.playingKey()
  byId('open').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
  vi.advanceTimersByTime(LONG_ENOUGH_MS)
  expect([keyUnderLayer, tileMotion.playingKey()]).toEqual([null, 'a'])
})
