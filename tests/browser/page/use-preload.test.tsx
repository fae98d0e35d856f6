import { beforeEach, expect, test, vi } from 'vitest'
import { lazyPart, usePreload } from '#src/loading/lazy-part.ts'
import { startPreloading } from '#src/loading/preload.ts'
import { setPage, renderNode } from './on-page.ts'

const load = vi.fn(async () => () => null)
const Part = lazyPart([], load)

function Opener() {
  usePreload(Part)
  return 'a button that opens the part'
}

beforeEach(() => setPage(''))

test('a part is preloaded when its trigger is on the page, before it is opened, and once', async () => {
  const waitForQuiet = vi.fn(() => Promise.resolve())
  startPreloading(waitForQuiet)
  const { draw } = renderNode('another screen')
  expect(waitForQuiet).not.toHaveBeenCalled()
  draw(<Opener key="first" />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  draw(<Opener key="second" />)
  draw('another screen')
  expect(waitForQuiet).toHaveBeenCalledTimes(1)
})
