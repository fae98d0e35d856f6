import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { photo } from '../fixtures/screen-tools.ts'
import { composer } from './composer-screen.ts'
import { darkenPicture, edgeColours, makePanorama, meanLuma } from './picture-probes.ts'

const { region, generate, button, open, drop, image, size } = composer

startAsFirstVisit()

const expectEdges = (...colours: string[]) => expect.poll(() => edgeColours(image())).toEqual(colours)

/** Watches a button. The returned function returns whether the button has been disabled since this call, even briefly. */
function watchLock(element: Element): () => boolean {
  let wasLocked = false
  const recordLock = () => {
    wasLocked ||= element.matches('[disabled], [aria-disabled="true"]')
  }
  new MutationObserver(recordLock).observe(element, { attributes: true })
  return () => wasLocked
}

test('a picture that is too wide shows its cut, and the visible part can be moved without a drag', async () => {
  await open()
  drop(await makePanorama())
  await expect.element(region.getByText(/We.ll crop out 50% of this photo/)).toBeVisible()
  await expect.poll(size).toEqual([1500, 600])
  await expectEdges('red', 'blue')
  const slider = region.getByRole('slider', { name: 'Part of the photo to use' })
  await expect.element(slider).toHaveValue('50')
  slider.element().focus()
  const wasLocked = watchLock(generate.element())
  await userEvent.keyboard('{End}')
  await expect.poll(wasLocked).toBe(true)
  await expectEdges('green', 'blue')
  await expect.element(generate).toBeEnabled()
  await userEvent.keyboard('{Home}')
  await expectEdges('red', 'green')
  await expect.poll(size).toEqual([1500, 600])
})

test('a picture without contents is accepted with a note that says so', async () => {
  await open()
  const canvas = new OffscreenCanvas(640, 480)
  canvas.getContext('2d')
  drop(new File([await canvas.convertToBlob({ type: 'image/png' })], 'empty.png', { type: 'image/png' }))
  await expect.element(region.getByText(/^This photo is a single color/)).toBeVisible()
  await expect.element(generate).toBeEnabled()
})

test('a very dark picture shows a notice before a purchase, one press brightens it, and another one undoes that', async () => {
  await open()
  drop(await darkenPicture(await photo({ width: 1200, height: 800 })))
  const brightenButton = button('Brighten')
  await expect.element(brightenButton).toBeVisible()
  await expect.element(generate).toBeEnabled()
  const lumaBefore = await meanLuma(image())
  await brightenButton.click()
  await expect.element(region.getByText('Photo brightened on this device')).toBeVisible()
  expect(await meanLuma(image())).toBeGreaterThan(lumaBefore * 1.8)
  await button('Undo').click()
  await expect.element(brightenButton).toBeVisible()
  expect(await meanLuma(image())).toBeCloseTo(lumaBefore, 0)
})

test('the focus moves to the picture when the pressed button disappears, and a long name stays within the form', async () => {
  await open()
  drop(await photo({ width: 1200, height: 800 }, `${'long-name-'.repeat(20)}.jpg`))
  const group = region.getByRole('group', { name: 'Photo', exact: true })
  const squareRatio = page.getByRole('dialog').getByRole('radio', { name: '1:1' })
  const press = async (name: string) => {
    await expect.element(button(name)).toBeVisible()
    button(name).element().focus()
    await userEvent.keyboard('{Enter}')
  }
  await press('Crop')
  await expect.element(squareRatio).toBeEnabled()
  squareRatio.element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Crop')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await squareRatio.click()
  await expect.element(squareRatio).toBeChecked()
  squareRatio.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(group).toHaveFocus()
  const { scrollWidth, clientWidth } = region.element()
  expect(scrollWidth - clientWidth).toBe(0)
  await press('Remove crop')
  await expect.element(group).toHaveFocus()
  await press('Remove photo')
  await expect.element(group).toHaveFocus()
})

test('the location in a photo is removed, and one notice says so', async () => {
  const notice = region.getByText(/Photo location removed on this device/)
  await open()
  drop(await photo({ width: 900, height: 600 }, 'first.jpg'))
  await expect.element(region.getByText('first.jpg')).toBeVisible()
  await expect.element(notice).toBeVisible()
  const expectNoNotice = async (name: string) => {
    drop(await photo({ width: 900, height: 600 }, name))
    await expect.element(region.getByText(name)).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  }
  await expectNoNotice('second.jpg')
  await open()
  await expectNoNotice('third.jpg')
})

test('of several pictures dropped at once the first is used, and a message says so', async () => {
  const photoFile = await photo({ width: 600, height: 400 })
  await open()
  drop(...Array.from({ length: 20 }, (_, index) => new File([photoFile], `picture-${index + 1}.jpg`, { type: photoFile.type })))
  await expect.element(page.getByText('A video needs only 1 photo, so we used the first of your 20 photos.')).toBeVisible()
  await expect.element(region.getByText('picture-1.jpg')).toBeVisible()
})
