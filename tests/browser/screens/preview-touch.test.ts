import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { DOUBLE_TAP_MS } from '#shared/domain/preview-zoom.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { fingers } from '../fixtures/pointer.ts'
import { PHONE } from '../fixtures/render-screen.tsx'
import { setDevice } from '../fixtures/screen-tools.ts'
import { countPressesBelow, preview } from './preview-screen.ts'

const { layer, opener, expectClosed, untilAtRest, bring, openPreview, box, middle: middleOfPicture, dragBy } = preview

startAsFirstVisit()

const readBounds = () => {
  const { x, y, width, height } = box()
  return { x, y, width, height }
}

test('on a phone a mouse does not drag, one finger pans only a zoomed picture, and two fingers pinch without closing', async () => {
  await setDevice({ isPhone: true })
  await bring(PHONE)
  await openPreview()
  const middle = middleOfPicture()
  const fittedBounds = readBounds()
  await userEvent.keyboard('+'.repeat(10))
  await expect.poll(() => box().width).toBeCloseTo(fittedBounds.width * 2, 0)
  await untilAtRest()
  const zoomedBounds = readBounds()
  await dragBy(90, 0)
  expect(readBounds()).toEqual(zoomedBounds)

  const swipe = async (by: number) => {
    await fingers.down(middle)
    for (const share of [0.3, 0.7, 1]) await fingers.move({ x: middle.x + by * share, y: middle.y })
    await fingers.up()
  }
  await swipe(90)
  await expect.poll(() => Math.round(box().x - zoomedBounds.x)).toBe(90)
  await userEvent.keyboard('0')
  await expect.poll(readBounds).toEqual(fittedBounds)
  await swipe(90)
  expect(readBounds()).toEqual(fittedBounds)
  const fingersApart = (by: number) =>
    [
      { x: middle.x - by, y: middle.y - 5 },
      { x: middle.x + by, y: middle.y + 5 },
    ] as const
  await fingers.down(...fingersApart(40))
  for (const by of [50, 70, 100]) await fingers.move(...fingersApart(by))
  await fingers.up()
  await expect.poll(() => Math.round((box().width / fittedBounds.width) * 10) / 10).toBe(2.5)
  await expect.element(layer).toBeVisible()
})

test('on a phone a double tap closes, slow taps do not, and no press reaches the page below', async () => {
  await setDevice({ isPhone: true })
  await bring(PHONE)
  const pressesBelow = countPressesBelow()
  await openPreview()
  const middle = middleOfPicture()
  await fingers.tap(middle)
  const tappedMs = performance.now()
  const untilMs = (afterTapMs: number) => expect.poll(() => performance.now() - tappedMs).toBeGreaterThan(afterTapMs)
  await untilMs(DOUBLE_TAP_MS)
  await fingers.tap(middle)
  await expect.element(layer).toBeVisible()
  await untilMs(3 * DOUBLE_TAP_MS)
  await fingers.tap(middle)
  await fingers.tap(middle)
  await expectClosed()
  await expect.element(opener).toHaveFocus()
  await openPreview()
  await fingers.tap({ x: PHONE.width / 2, y: 120 })
  await expectClosed()
  expect(pressesBelow()).toBe(0)
})
