import { expect, test, vi } from 'vitest'
import { commands, userEvent } from 'vitest/browser'
import { PREVIEW_MAX_ZOOM, PREVIEW_MIN_ZOOM } from '#shared/domain/preview-zoom.ts'
import { setPreference } from '#src/store/preferences.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { mouse } from '../fixtures/pointer.ts'
import { axeFaults, untilStill } from '../fixtures/screen-tools.ts'
import { countPressesBelow, preview } from './preview-screen.ts'

const SLOW_PATH = '/slow.jpg'

const { layer, opener, picture, expectClosed, expectPercent, bring, openPreview, box, dragBy } = preview

startAsFirstVisit()

test('it closes by button, backdrop, double click and Escape, returns the focus, and passes no press through', async () => {
  await bring()
  const pressesBelow = countPressesBelow()
  const closeActions = [
    () => layer.getByRole('button', { name: 'Close' }).click(),
    () => mouse.click({ x: 40, y: 450 }),
    () => picture.dblClick(),
    () => userEvent.keyboard('{Escape}'),
  ]
  for (const close of closeActions) {
    await openPreview()
    await close()
    await expectClosed()
    await expect.element(opener).toHaveFocus()
  }
  expect(pressesBelow()).toBe(0)
  await openPreview()
  await picture.click()
  await dragBy(-700, 0)
  await expect.element(layer).toBeVisible()
})

test('wheel, buttons and keys zoom within the limits, and each opening begins anew', async () => {
  const pointer = { x: 900, y: 450 }
  const wheel = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await mouse.wheel(pointer, -100)
  }
  await bring()
  await openPreview()
  const { width } = box()
  const expectWidth = (times: number) => expect.poll(() => box().width).toBeCloseTo(width * times, 0)
  await mouse.move(pointer)
  await wheel(1)
  await expectPercent(110)
  await expectWidth(1.1)
  await wheel(9)
  await expectPercent(200)
  await expectWidth(2)
  const readPointerShare = () => (pointer.x - box().x) / box().width
  const pointerShare = readPointerShare()
  await wheel(25)
  await expectPercent(PREVIEW_MAX_ZOOM * 100)
  await expect.element(layer.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true')
  await expectWidth(3)
  expect(readPointerShare()).toBeCloseTo(pointerShare, 3)
  await userEvent.keyboard('0')
  await expectPercent(100)
  await userEvent.keyboard('-'.repeat(7))
  await expectPercent(PREVIEW_MIN_ZOOM * 100)
  await userEvent.keyboard('+')
  await expectPercent(60)
  await layer.getByRole('button', { name: 'Zoom in' }).dblClick()
  await expectPercent(80)
  await layer.getByRole('button', { name: 'Zoom out' }).click()
  await expectPercent(70)
  await layer.getByRole('button', { name: 'Reset to 100%' }).click()
  await expectPercent(100)
  await userEvent.keyboard('+'.repeat(10))
  await expectWidth(2)
  const xBefore = box().x
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => box().x).toBeLessThan(xBefore)
  await userEvent.keyboard('{Escape}')
  await openPreview()
  await expectWidth(1)
})

test('a mouse drags the picture, never out of sight', async () => {
  await bring()
  await openPreview()
  const boxBefore = box()
  await dragBy(60, 20)
  await expect.poll(() => box().x).toBeCloseTo(boxBefore.x + 60, 0)
  await expect.poll(() => box().y).toBeCloseTo(boxBefore.y + 20, 0)
  await dragBy(600, 0)
  // The drag moves the picture to the preview's right edge and no further. The preview does not cover the page's scrollbar, so this edge is
  // the right edge of the document.
  const rightEdge = document.documentElement.offsetWidth
  await expect.poll(() => Math.round(box().x + boxBefore.width)).toBe(rightEdge)
  await expectPercent(100)
})

test('the focus stays inside and goes through every control', async () => {
  await bring()
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await expectPercent(100)
  await expect.element(layer.getByRole('button', { name: 'Close' })).toHaveFocus()
  const names = []
  for (let tabs = 0; tabs < 3; tabs += 1) {
    await userEvent.tab()
    expect(document.activeElement?.closest('dialog')).not.toBeNull()
    names.push(document.activeElement?.getAttribute('title'))
  }
  expect(names).toEqual(['Zoom out', 'Reset to 100%', 'Zoom in'])
})

test('a slow picture shows a spinner, a failed one a warning', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue(SLOW_PATH)
  await commands.holdAddress(SLOW_PATH)
  await bring()
  await opener.click()
  await expect.element(layer.getByRole('status')).toHaveTextContent('Loading photo')
  await expect.element(layer.getByRole('button', { name: 'Zoom in' })).not.toBeInTheDocument()
  await commands.failAddress(SLOW_PATH)
  await expect.element(layer.getByRole('alert')).toHaveTextContent("We couldn't show this photo")
  await expect.element(picture).not.toBeInTheDocument()
  await expect.element(layer.getByRole('status')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
})

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds nothing on the demo and in the preview in the ${theme} theme`, async () => {
    setPreference('colorMode', theme)
    await bring()
    expect(await axeFaults('body', theme === 'dark' ? 'all' : 'contrast')).toEqual([])
    await openPreview()
    await untilStill()
    expect(await axeFaults('body', theme === 'dark' ? 'all' : 'contrast')).toEqual([])
  })
}
