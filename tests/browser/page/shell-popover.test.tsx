import '#src/design/styles/tokens.css'
import { afterEach, expect, test } from 'vitest'
import { ShellPopover, closePopovers, isBesidePopovers, openPopover } from '#src/app/layouts/shell-popover.tsx'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { setPage, renderNode } from './on-page.ts'

setTexts()
afterEach(() => {
  closePopovers()
  setPage('')
})

test('each edge of an open panel belongs to its popover, so that a click there does not close it', async () => {
  openPopover('userMenu')
  renderNode(
    <ShellPopover name="userMenu" className={undefined} panelLabel="Menu" trigger="Menu">
      <p style={{ width: 200, height: 200 }}>content</p>
    </ShellPopover>,
  )
  await expect.poll(() => document.querySelector('section')?.getBoundingClientRect().height ?? 0).toBeGreaterThan(200)
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  const { left, right, top, bottom } = document.querySelector('section')!.getBoundingClientRect()
  const [midX, midY] = [(Math.max(left, 0) + right) / 2, (top + bottom) / 2]
  for (const [x, y] of [
    [right - 1, midY],
    [midX, top + 1],
    [midX, bottom - 1],
  ] as const) {
    expect(isBesidePopovers(document.elementFromPoint(x, y)!)).toBe(false)
  }
})
