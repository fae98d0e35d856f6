import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { setDevice, photo } from '../fixtures/screen-tools.ts'
import { composer } from './composer-screen.ts'
import { contentOf } from './picture-probes.ts'

const { region, prompt, button, open, drop } = composer

const label = region.getByText('Sketch · your video will be sharper')

startAsFirstVisit()

async function openWithPicture(): Promise<void> {
  await open()
  drop(await photo({ width: 900, height: 600 }))
  await expect.element(label).toBeVisible()
}

const readSketch = () => contentOf(region.getByRole('group', { name: 'Photo' }).element().querySelector('canvas'))

async function expectMoving(): Promise<void> {
  const sketchBefore = readSketch()
  await expect.poll(readSketch).not.toBe(sketchBefore)
}

test('with reduced motion the user sees the middle frame of the sketch, of each variation and each video, and can play it', async () => {
  await setDevice({ wantsLessMotion: true })
  await openWithPicture()
  const playButton = button('Play sketch')
  await expect.element(playButton).toBeVisible()
  const stills = [readSketch()]
  const change = async (act: () => Promise<void>) => {
    await act()
    await expect.poll(readSketch).not.toBe(stills.at(-1))
    stills.push(readSketch())
  }
  await change(() => prompt.fill('Fast push in'))
  await chooseRadio('2', region)
  await change(() => chooseRadio('2', page.getByRole('group', { name: 'Version shown' })))
  await change(() => button('Show another version').click())
  expect(new Set(stills).size).toBe(stills.length)
  await playButton.click()
  await expectMoving()
  await expect.element(playButton).not.toBeInTheDocument()
})

test('a picture that is cropped while its still version is shown gets a new sketch', async () => {
  await openWithPicture()
  await button('Show photo').click()
  await expect.element(label).not.toBeInTheDocument()
  await button('Crop').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect.element(label).toBeVisible()
  await expectMoving()
})

/** Chooses a radio by script, because a bar over the page could receive a press. */
async function chooseRadio(name: string, group: { getByRole: typeof page.getByRole }): Promise<void> {
  const radio = group.getByRole('radio', { name, exact: true }).first()
  await expect.element(radio).toBeInTheDocument()
  ;(radio.element() as HTMLElement).click()
}
