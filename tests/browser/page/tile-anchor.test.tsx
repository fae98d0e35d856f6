import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type TileAnchor, useTileAnchor } from '#src/design/tile-wall/use-tile-anchor.ts'
import { setPage, renderNode } from './on-page.ts'

const TILE_PX = 400
const TILES = 40
const boxes = Array.from({ length: TILES }, (_, index) => ({ index, lane: 0, start: index * TILE_PX, end: (index + 1) * TILE_PX }))
const keys = boxes.map(({ index }) => `tile ${index}`)
const noWall = { current: null }

function showWall(savedAnchor: TileAnchor | null) {
  const memory = { read: () => savedAnchor, save: vi.fn<(anchor: TileAnchor | null) => void>() }
  function Wall() {
    useTileAnchor({ wall: noWall, boxes, keys, top: 0, viewKey: 'all', memory })
    return <div style={{ blockSize: TILES * TILE_PX }} />
  }
  document.body.style.margin = '0'
  const { draw } = renderNode(<Wall />)
  return { ...memory, draw }
}

afterEach(() => {
  setPage('')
  scrollTo(0, 0)
})

for (const press of [new MouseEvent('pointerdown', { bubbles: true }), new KeyboardEvent('keydown', { bubbles: true })]) {
  test(`a ${press.type} saves the position at once, before the browser fires the scroll event`, async () => {
    const memory = showWall(null)
    const onScroll = vi.fn()
    addEventListener('scroll', onScroll, { once: true })
    scrollTo({ top: 4050, behavior: 'instant' })
    document.body.dispatchEvent(press)
    expect(onScroll).not.toHaveBeenCalled()
    expect(memory.save.mock.calls).toEqual([[{ key: 'tile 10', offset: -50 }]])
    removeEventListener('scroll', onScroll)
  })
}

test('without a scroll a press saves nothing, and without a press the position is saved all the same', async () => {
  const memory = showWall(null)
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  expect(memory.save).not.toHaveBeenCalled()
  scrollTo({ top: 800, behavior: 'instant' })
  await vi.waitFor(() => expect(memory.save.mock.calls).toEqual([[{ key: 'tile 2', offset: 0 }]]))
})

test('a wall opens at the saved position', () => {
  showWall({ key: 'tile 7', offset: -30 })
  expect(scrollY).toBe(7 * TILE_PX + 30)
})

/** A short screen. Like a browser whose page becomes shorter, it fires a scroll event at once. */
function NextScreen() {
  useLayoutEffect(() => {
    dispatchEvent(new Event('scroll'))
  }, [])
  return <div style={{ blockSize: innerHeight + 500 }} />
}

test('the next screen, which shortens the window, changes no saved position of a wall', () => {
  const { save, draw } = showWall(null)
  scrollTo({ top: 4050, behavior: 'instant' })
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  draw(<NextScreen />)
  expect(save.mock.calls).toEqual([[{ key: 'tile 10', offset: -50 }]])
})
