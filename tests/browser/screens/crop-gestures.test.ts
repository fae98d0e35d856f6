import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { PHONE } from '../fixtures/render-screen.tsx'
import { type Spot, fingers, mouse } from '../fixtures/pointer.ts'
import { setDevice, photo } from '../fixtures/screen-tools.ts'
import { demo, expectSizeOfResult, openCrop } from './crop-screen.ts'
import { cornersOf, makeQuarters } from './picture-probes.ts'

const PHOTO = { width: 1200, height: 900 }
/** One px of the crop canvas is this many px of the photo. */
const SCALE = 3

let picture: File

startAsFirstVisit()

beforeAll(async () => {
  picture = await photo(PHOTO)
})

test('the box is moved and resized by dragging, the picture zoomed by the wheel and moved under the box', async () => {
  const { dialog, part, at, stage, zoom, field } = await openCrop(picture)
  const drag = (from: Spot, to: Spot) => mouse.drag(at(from), at(to))
  await drag({ x: 400, y: 300 }, { x: 200, y: 150 })
  await expect.poll(part).toEqual({ x: 0, y: 0, width: 600, height: 450 })
  await drag({ x: 100, y: 75 }, { x: 150, y: 95 })
  await expect.poll(part).toEqual({ x: 150, y: 60, width: 600, height: 450 })
  await drag({ x: 50, y: 20 }, { x: -900, y: -900 })
  await expect.poll(part).toMatchObject({ x: 70, y: 0 })
  await field('Width').fill('600')
  await drag({ x: 120, y: 80 }, { x: 2000, y: 2000 })
  await expect.poll(part).toEqual({ x: 600, y: 450, width: 600, height: 450 })

  // The browser rounds a wheel event's position to whole px of the screen, and the stage may begin between two px. So the test uses a
  // rounded position.
  const exactPosition = at({ x: 100, y: 75 })
  const pointer = { x: Math.round(exactPosition.x), y: Math.round(exactPosition.y) }
  const zoomCentreX = 100 + pointer.x - exactPosition.x
  await mouse.move(pointer)
  await mouse.wheel(pointer, -1100)
  await expect.element(zoom).toHaveValue('2')
  await expect.poll(part).toMatchObject({ x: Math.round(SCALE * zoomCentreX + ((200 - zoomCentreX) * SCALE) / 2), width: 300 })
  await drag({ x: 40, y: 40 }, { x: 20, y: 20 })
  await expect.poll(() => part().x).toBeGreaterThan(475)
  expect(part()).toMatchObject({ width: 300, height: 225 })
  await stage.dblClick({ position: { x: 30, y: 30 } })
  await expect.poll(part).toEqual({ x: 0, y: 0, ...PHOTO })
  await expect.element(zoom).toHaveValue('1')

  await dialog.getByRole('heading', { name: 'Crop photo' }).click()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => part().width).toBe(PHOTO.width - SCALE)
})

test('a turned picture is shown and cut as it was turned, announced when it rests, and opened again with the same crop', async () => {
  const { stage, dialog, button, part, ratio } = await openCrop(await makeQuarters())
  const corners = (drawing: Element | null) => cornersOf(drawing as HTMLCanvasElement)
  const preview = () => corners(dialog.getByRole('img', { name: 'Preview' }).query())
  await expect.poll(() => corners(stage.element().querySelector('canvas'))).toEqual(['red', 'green', 'blue', 'white'])
  await button('Rotate right').click()
  await expect.poll(preview).toEqual(['blue', 'red', 'white', 'green'])
  await button('Flip left to right').click()
  await ratio('16:9').click()
  await expect.poll(preview).toEqual(['red', 'blue', 'green', 'white'])
  const turnedPart = part()
  expect(turnedPart).toMatchObject({ width: 300, height: 169 })
  await expect.element(dialog.getByText(`Crop area 300 × 169 px, X 0, Y ${turnedPart.y}, zoom 1`)).toBeInTheDocument()
  await button('Confirm').click()
  await expectSizeOfResult(300, 169)
  expect(corners(demo.result.element())).toEqual(['red', 'blue', 'green', 'white'])
  await demo.again.click()
  await expect.element(ratio('16:9')).toBeChecked()
  await expect.poll(part).toEqual(turnedPart)
  await expect.poll(preview).toEqual(['red', 'blue', 'green', 'white'])
})

test('a touch applies a typed number first, and a drag that the browser cancels ends', async () => {
  const { part, at, field, zoom } = await openCrop(picture)
  await field('Width').fill('900')
  await fingers.down(at({ x: 180, y: 150 }))
  await fingers.move(at({ x: 200, y: 150 }))
  await expect.poll(part).toMatchObject({ x: 20 * SCALE, width: 900 })
  await fingers.cancel()
  const { x, y } = at({ x: 200, y: 150 })
  await mouse.drag({ x, y }, { x: x + 40, y })
  await expect.poll(part).toMatchObject({ x: 60 * SCALE, width: 900 })
  await expect.element(zoom).toHaveValue('1')
})

test('on a phone it fits the screen, a pinch zooms, a double tap resets, and it can be confirmed', async () => {
  await setDevice({ isPhone: true })
  const { dialog, button, stage, part, at, zoom } = await openCrop(picture, PHONE)
  await fingers.down(at({ x: 180, y: 150 }), at({ x: 220, y: 150 }))
  await fingers.move(at({ x: 170, y: 150 }), at({ x: 230, y: 150 }))
  await fingers.move(at({ x: 160, y: 150 }), at({ x: 240, y: 150 }))
  await fingers.up()
  await expect.element(zoom).toHaveValue('2')
  await expect.poll(part).toMatchObject({ x: 300, y: 225, width: 600 })
  const spot = at({ x: 200, y: 150 })
  await fingers.tap(spot)
  await fingers.tap(spot)
  await expect.element(zoom).toHaveValue('1')
  await expect.poll(part).toEqual({ x: 0, y: 0, ...PHOTO })

  const { scrollWidth, clientWidth } = dialog.element()
  expect(Math.max(scrollWidth, clientWidth, document.documentElement.scrollWidth)).toBe(PHONE.width)
  await expect.element(button('Confirm')).toBeInViewport({ ratio: 1 })
  await expect.element(stage).toBeInViewport({ ratio: 1 })
  button('Make the crop area larger').element().scrollIntoView({ block: 'nearest' })
  await expect.element(button('Make the crop area larger')).toBeInViewport({ ratio: 1 })
  const corner = stage.element().querySelector('[data-grip="topLeft"]')?.getBoundingClientRect()
  expect([corner?.width, corner?.height]).toEqual([44, 44])
  await button('Confirm').click()
  await expect.element(dialog).not.toBeInTheDocument()
})
