import { type Page, expect } from '@playwright/test'
import { studio } from './studio.ts'

export const stage = (page: Page) => page.getByRole('region', { name: 'Preview' })
export const controls = (page: Page) => page.getByRole('region', { name: 'Controls' })
export const openGroup = (page: Page, name: string) => controls(page).getByRole('button', { name, exact: true }).click()

/** The values that `setEveryControl` sets. The brush's value matches a grid with some painted cells. */
export const EVERY_CONTROL = {
  camera: 'push-in',
  strength: 1.05,
  speed: 0.95,
  focus: { x: 0.5, y: 0.49 },
  overlays: { rain: false, snow: true },
  grade: 'moonlight',
  brush: {
    columns: 48,
    rows: 36,
    cells: expect.stringMatching(/^(?=.*2)[02]{1728}$/),
    areas: [{ way: 'sway', angle: 5, strength: 1 }],
  },
  output: { ratio: '1:1', x: 0.49, y: 0.5 },
  music: 'epic',
}

export const PROMPT_OF_EVERY_CONTROL = 'Orbit left, light rain'

/** Sets each control of the form by keys, and checks the value that a screen reader announces. A picture must be chosen. */
export async function setEveryControl(page: Page): Promise<void> {
  const { prompt } = studio(page)
  await prompt.fill(PROMPT_OF_EVERY_CONTROL)

  await openGroup(page, 'Camera')
  const stripImage = controls(page)
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: 'Push in' }) })
    .locator('span')
    .first()
  await expect(stripImage).toHaveCSS('background-image', /^url\("blob:/)
  await expect(controls(page).getByRole('radio')).toHaveCount(14)
  await controls(page).getByRole('radio', { name: 'From prompt' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(controls(page).getByRole('radio', { name: 'Push in' })).toBeChecked()
  await expect(controls(page).getByText('Your prompt says “Orbit left”')).toBeVisible()
  await controls(page).getByRole('slider', { name: 'Strength' }).press('ArrowRight')
  await controls(page).getByRole('slider', { name: 'Speed' }).press('ArrowLeft')
  await controls(page).getByRole('button', { name: 'Set focus point' }).press('Enter')
  await controls(page).getByRole('slider', { name: 'Vertical position' }).press('ArrowLeft')
  await expect(prompt).toHaveValue(PROMPT_OF_EVERY_CONTROL)
  await expect(page.getByRole('note').getByText('We recognized: push in · rain')).toBeVisible()

  await openGroup(page, 'Light')
  const rainButton = controls(page).getByRole('button', { name: /^Rain/ })
  await expect(rainButton).toHaveAttribute('aria-pressed', 'true')
  await rainButton.press('Space')
  await expect(rainButton).toHaveAttribute('aria-pressed', 'false')
  await controls(page).getByRole('button', { name: 'Snow' }).press('Space')
  await controls(page).getByRole('combobox', { name: 'Colors' }).selectOption('moonlight')
  await expect(page.getByRole('note').getByText('We recognized: push in · snow · moonlight')).toBeVisible()

  await openGroup(page, 'Brush')
  const canvas = stage(page).getByRole('application', { name: /^Motion brush/ })
  await canvas.press('Space')
  await canvas.press('Shift+ArrowRight')
  await canvas.press('Space')
  await expect(canvas.getByText('Brush at row 19, column 29')).toBeAttached()
  await controls(page).getByRole('radio', { name: 'Sway' }).press('Space')
  await controls(page).getByRole('slider', { name: 'Direction' }).press('ArrowRight')
  await expect(controls(page).getByRole('button', { name: 'Clear all areas' })).toBeVisible()

  await openGroup(page, 'Format')
  await controls(page).getByRole('radio', { name: '1:1' }).press('Space')
  await controls(page).getByRole('slider', { name: 'Crop position' }).press('ArrowLeft')
  await openGroup(page, 'More')
  await controls(page).getByRole('combobox', { name: 'Music' }).selectOption('epic')
  await controls(page).getByRole('switch', { name: 'Reuse this seed' }).press('Space')
  await expect(stage(page).getByRole('img', { name: /photo\.jpg/ })).toHaveCSS('object-position', '49% 50%')
}
