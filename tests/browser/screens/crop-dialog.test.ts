import { beforeAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setPreference } from '#src/store/preferences.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { mouse } from '../fixtures/pointer.ts'
import { axeFaults, setDevice, photo } from '../fixtures/screen-tools.ts'
import { cropDialog, demo, expectSizeOfResult, openCrop } from './crop-screen.ts'

const PHOTO = { width: 1200, height: 900 }
/** One px of the crop canvas is this many px of the photo. */
const SCALE = 3

let picture: File

startAsFirstVisit()

beforeAll(async () => {
  picture = await photo(PHOTO)
})

test('it has the fixed texts, no close button, passes axe in the dark theme, and a click beside it does nothing', async () => {
  await setDevice({ wantsLessMotion: true })
  const { dialog, button, ratio } = await openCrop(picture)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(await axeFaults('dialog')).toEqual([])
  for (const words of ['Preview', 'Aspect ratio']) await expect.element(dialog.getByText(words, { exact: true })).toBeVisible()
  expect(dialog.getByRole('button').elements()).toHaveLength(14)
  for (const name of ['Cancel', 'Confirm']) await expect.element(button(name)).toBeEnabled()
  // Reset is disabled, because nothing has changed yet.
  await expect.element(button('Reset')).toHaveAttribute('aria-disabled')
  expect(dialog.getByRole('radio').elements()).toHaveLength(5)
  await expect.element(ratio('4:3')).toBeChecked()
  await expect.element(dialog).toHaveAttribute('lang', 'en')
  await mouse.click({ x: 5, y: 450 })
  await expect.element(dialog).toBeVisible()
  await button('Cancel').click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('all of it works by keyboard alone', async () => {
  const { dialog, stage, part, zoom, ratio, untilReady } = cropDialog()
  await demo.bring(picture)
  demo.opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await untilReady()
  await expect.element(stage).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(demo.opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await untilReady()
  await expect.poll(part).toEqual({ x: 0, y: 0, ...PHOTO })

  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(part).toMatchObject({ x: 0, width: PHOTO.width - SCALE })
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(part).toMatchObject({ x: SCALE })
  await userEvent.keyboard('+')
  await expect.element(zoom).toHaveValue('1.1')
  await userEvent.keyboard('0')
  await expect.element(zoom).toHaveValue('1')
  await expect.poll(part).toEqual({ x: 0, y: 0, ...PHOTO })

  await tabTo('4:3')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(ratio('3:4')).toBeChecked()
  await expect.poll(part).toEqual({ x: 263, y: 0, width: 675, height: 900 })
  await tabTo('X')
  await userEvent.keyboard('40')
  expect(part().width).toBe(675)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  await expect.poll(part).toEqual({ x: 40, y: 0, width: 675, height: 900 })
  await tabTo('Height')
  await userEvent.keyboard('99999')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => part().height).toBe(900)
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard('400')
  await userEvent.tab()
  await expect.poll(part).toEqual({ x: 40, y: 0, width: 300, height: 400 })
  await tabTo('Rotate right')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  await expect.poll(part).toMatchObject({ width: 300, height: 400 })

  stage.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectSizeOfResult(300, 400)
})

test('all of it works with one pointer that never drags, and the result has the displayed size', async () => {
  const { dialog, button, part, zoom, ratio, field } = await openCrop(picture)
  await ratio('1:1').click()
  await expect.element(ratio('1:1')).toBeChecked()
  await expect.poll(part).toEqual({ x: 150, y: 0, width: 900, height: 900 })
  // The box is at the upper and lower edges of the picture, so these buttons are disabled.
  for (const name of ['Move up', 'Move down', 'Make the crop area larger'])
    await expect.element(button(name)).toHaveAttribute('aria-disabled')
  for (const name of ['Move left', 'Make the crop area smaller']) await expect.element(button(name)).not.toHaveAttribute('aria-disabled')
  await expect.element(button('Reset')).not.toHaveAttribute('aria-disabled')
  await button('Make the crop area smaller').click()
  await expect.poll(part).toMatchObject({ width: 900 - 10 * SCALE })
  await button('Move down').click()
  await button('Move right').click()
  await expect.poll(part).toMatchObject({ x: 150 + 10 * SCALE, y: 10 * SCALE })
  await button('Move left').click()
  await button('Move up').click()
  await expect.poll(part).toMatchObject({ x: 150, y: 0 })
  await button('Make the crop area larger').click()
  await expect.poll(part).toMatchObject({ width: 900 })
  await button('Zoom in').click()
  await button('Zoom in').click()
  await button('Zoom out').click()
  await expect.element(zoom).toHaveValue('1.1')
  await button('Rotate left').click()
  await button('Rotate right').click()
  await button('Flip left to right').click()
  await field('Width').click()
  await field('Width').fill('511')
  await expect.element(dialog.getByText(/^\d+ × \d+ px$/)).not.toHaveTextContent('511 × 511 px')
  await field('X').click()
  await expect.element(dialog.getByText('511 × 511 px', { exact: true })).toBeVisible()
  await button('Confirm').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectSizeOfResult(511, 511)
})

test('the dialog shows that it loads, its size stays the same, and a failure shows an alert that can be closed', async () => {
  let breakPicture = () => {}
  vi.spyOn(globalThis, 'createImageBitmap').mockReturnValue(
    new Promise((_, reject) => {
      breakPicture = () => reject(new Error('broken'))
    }),
  )
  const { dialog, button, ratio } = cropDialog()
  await demo.bring(picture)
  await demo.opener.click()
  await expect.element(dialog.getByText('Loading photo...')).toBeVisible()
  await expect.element(ratio('1:1')).toBeDisabled()
  expect(getComputedStyle(ratio('1:1').element().closest('label')!).opacity).toBe('0.5')
  await expect.element(button('Confirm')).toBeDisabled()
  const size = () => {
    const { offsetWidth, offsetHeight } = dialog.element() as HTMLElement
    return [offsetWidth, offsetHeight]
  }
  const sizeBefore = size()
  await expect.poll(() => vi.mocked(createImageBitmap).mock.calls.length).toBeGreaterThan(0)
  breakPicture()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toHaveTextContent('damaged')
  expect(size()).toEqual(sizeBefore)
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(dialog.getByText("We couldn't load the photo")).toHaveFocus()
  await expect.element(button('Confirm')).toBeDisabled()
  await button('Cancel').click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a part too small for a video is marked, explained and cannot be confirmed', async () => {
  const { button, field, dialog, untilReady } = cropDialog()
  await renderScreen('/tools/image-to-video-generator')
  await userEvent.upload(page.getByLabelText('Choose a photo'), await photo({ width: 500, height: 400 }, 'small.jpg'))
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await untilReady()
  await field('Height').fill('299')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Each side must be at least 300 px')).toBeVisible()
  await expect.element(button('Confirm')).toBeDisabled()
  await expect.element(button('Confirm')).toHaveAccessibleDescription('Each side must be at least 300 px')
  await field('Height').fill('300')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Confirm')).toBeEnabled()
})

test('it shows Chinese when chosen, and passes axe in the light theme', async () => {
  setPreference('componentLocale', 'zh-CN')
  setPreference('colorMode', 'light')
  await setDevice({ wantsLessMotion: true })
  await demo.bring(picture)
  await demo.opener.click()
  const dialog = page.getByRole('dialog', { name: '裁剪图片' })
  for (const name of ['取消', '确定']) await expect.element(dialog.getByRole('button', { name, exact: true })).toBeEnabled()
  await expect.element(dialog.getByRole('button', { name: '重置', exact: true })).toHaveAttribute('aria-disabled')
  await expect.element(dialog).toHaveAttribute('lang', 'zh-CN')
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect(await axeFaults('dialog')).toEqual([])
})

/** Presses Tab until the control with this name has the focus. */
async function tabTo(name: string): Promise<void> {
  const target = page.getByRole('dialog').getByLabelText(name, { exact: true })
  for (let press = 0; press < 40 && document.activeElement !== target.element(); press += 1) await userEvent.tab()
  await expect.element(target).toHaveFocus()
}
