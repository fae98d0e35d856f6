import { beforeEach, expect, test, vi } from 'vitest'
import { lazyPart, usePreload } from '#src/loading/lazy-part.ts'
import { startPreloading } from '#src/loading/preload.ts'
import { onPage, shown } from './on-page.ts'

const load = vi.fn(async () => () => null)
const Part = lazyPart([], load)

function Opener() {
  usePreload(Part)
  return 'a button that opens the part'
}

beforeEach(() => onPage(''))

test('a part is preloaded when its trigger is on the page, before it is opened, and once', async () => {
  const quiet = vi.fn(() => Promise.resolve())
  startPreloading(quiet)
  const { draw } = shown('another screen')
  expect(quiet).not.toHaveBeenCalled()
  draw(<Opener key="first" />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  draw(<Opener key="second" />)
  draw('another screen')
  expect(quiet).toHaveBeenCalledTimes(1)
})
