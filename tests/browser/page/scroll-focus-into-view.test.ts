import { userEvent } from 'vitest/browser'
import { afterEach, expect, test } from 'vitest'
import { scrollFocusIntoView } from '#src/app/preserve-focus.ts'
import { byId, focusedId, setPage } from './on-page.ts'

const BAR = 'position: sticky; bottom: 0; height: 120px; background: silver'
const pageWithBar = (bar: string) => `
  <main><button id="before">x</button><div style="height: calc(100vh - 100px)"></div>
  <button id="under" style="display: block; height: 40px">x</button><div style="height: 100vh"></div>${bar}</main>`

let stopScrolling = () => {}

afterEach(() => {
  stopScrolling()
  setPage('')
  scrollTo({ top: 0 })
})

function isUncovered(id: string): boolean {
  const { left, top, bottom } = byId(id).getBoundingClientRect()
  return document.elementFromPoint(left + 2, (top + bottom) / 2) === byId(id)
}

test('Tab scrolls its target out from under a bar', async () => {
  setPage(pageWithBar(`<div style="${BAR}">bar</div>`))
  expect(isUncovered('under')).toBe(false)
  stopScrolling = scrollFocusIntoView()
  byId('before').focus()
  await userEvent.keyboard('{Tab}')
  expect(focusedId()).toBe('under')
  await expect.poll(() => isUncovered('under')).toBe(true)
})

test('a control on the bar itself, or under an element that moves with it, scrolls nothing', async () => {
  setPage(
    pageWithBar(
      `<div style="${BAR}"><button id="on">x</button></div><div popover="manual" id="toast" style="inset: auto 0 0; margin: 0">toast</div>`,
    ),
  )
  byId('toast').showPopover()
  stopScrolling = scrollFocusIntoView()
  byId('under').focus({ preventScroll: true })
  await expect.poll(() => isUncovered('under')).toBe(true)
  const scrollBefore = scrollY
  await userEvent.keyboard('{Tab}')
  expect(focusedId()).toBe('on')
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(scrollY).toBe(scrollBefore)
})
