import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CONSUMABLE_SKU } from '#shared/domain/sku-rules.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { pageCalls } from '../fixtures/script-api.ts'
import { photo } from '../fixtures/screen-tools.ts'
import { testCleanShop } from './clean-shop.ts'
import { composer } from './composer-screen.ts'
import { chooseVideos, closeShop, openShop, openBuyPoints, sell, resetShop, shop } from './pricing-screen.ts'

/** How long the app shows the explanation of the member discount before it opens the Premium dialog, in ms. */
const EXPLANATION_MS = 2000

const { plan, freeWeek, points, pack, buy, premium, discount, buyMissingPoints } = shop

startAsFirstVisit()
openShop()

test('placeholder prices can’t be bought, and one press loads the real ones', async () => {
  await closeShop()
  await renderScreen('/pricing')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent("We couldn't load the prices")
  await expect.element(plan('Weekly')).toHaveAccessibleName(/from\s*\$9\.99/)
  await expect.element(plan('Yearly')).toHaveAccessibleName(/from\s*\$0\.96 a week\s*from \$49\.99 billed once a year/)
  await expect.element(page.getByRole('button', { name: 'Prices not loaded yet' })).toBeDisabled()
  expect(page.getByRole('button', { name: /^Buy/ }).elements()).toEqual([])
  sell()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(freeWeek).toBeEnabled()
  await expect.element(alert).not.toBeInTheDocument()
})

test('too few points lead to the smallest sufficient pack, and back to the unchanged draft, with nothing sent', async () => {
  const { open, drop, prompt, picture } = composer
  await open()
  await chooseVideos(4)
  drop(await photo({ width: 1200, height: 900 }))
  await prompt.fill('Slow orbit')
  await buyMissingPoints.click()
  await expect.element(points).toHaveTextContent('You need 140 more points for your video')
  await expect.element(pack(/^300 points/)).toBeChecked()
  await expect.element(points.getByRole('button', { name: 'Buy 300 points · $11.99' })).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(points).not.toBeInTheDocument()
  await expect.element(buyMissingPoints).toHaveFocus()
  await expect.element(prompt).toHaveValue('Slow orbit')
  await expect.element(picture).toBeVisible()
  expect(pageCalls.filter((call) => call.includes('/gen/'))).toEqual([])
})

test('a user with the full price who asks for the member price gets an explanation and the plans, and returns to the packs', async () => {
  await openBuyPoints()
  const clickedAtMs = Date.now()
  await discount.click()
  await expect.element(page.getByText('Half-price point packs are only available with a paid plan.')).toBeVisible()
  await expect.element(points.getByText('$2.49 with plan')).toBeVisible()
  await expect.element(premium).toBeVisible()
  expect(Date.now() - clickedAtMs).toBeGreaterThanOrEqual(EXPLANATION_MS)
  await expect.element(points).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(premium).not.toBeInTheDocument()
  await expect.element(points).toHaveTextContent('You need 40 more points')
  await expect.element(discount).not.toBeChecked()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a member sees the half price and the full one struck through', async () => {
  await resetShop((sku) => (sku.skuType === CONSUMABLE_SKU ? { ...sku, discountPrice: Math.floor(sku.price / 2) } : sku))
  await openBuyPoints()
  await expect.element(discount).toBeChecked()
  await expect.element(discount).toBeDisabled()
  await expect.element(pack(/^100 points/)).toHaveAccessibleName(/instead of \$4\.99\s*\$2\.49/)
  await expect.element(points.getByRole('button', { name: 'Buy 100 points · $2.49' })).toBeEnabled()
})

test('each dialog closes with its screen', async () => {
  await renderScreen('/home')
  await page.getByRole('navigation', { name: 'Main menu', exact: true }).getByRole('button', { name: 'Create' }).click()
  await page.getByRole('region', { name: 'Create' }).getByRole('link', { name: 'Image to video' }).click()
  await chooseVideos(2)
  await buyMissingPoints.click()
  await expect.element(points).toBeVisible()
  history.back()
  await expect.element(points).not.toBeInTheDocument()
  history.forward()
  await expect.element(composer.region).toBeVisible()
  await expect.element(points).not.toBeInTheDocument()
})

test('a plan and a pack are chosen with the keyboard alone', async () => {
  await renderScreen('/pricing')
  await expect.element(freeWeek).toBeEnabled()
  plan('Weekly').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(plan('Yearly')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Add promotion code' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: /^Get Premium yearly/ })).toHaveFocus()

  await composer.open()
  await chooseVideos(2)
  await expect.element(buyMissingPoints).toBeVisible()
  buyMissingPoints.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(buy).toBeEnabled()
  pack(/^100 points/)
    .element()
    .focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(buy).toHaveAccessibleName('Buy 300 points · $11.99')
  await userEvent.tab()
  await expect.element(points.getByRole('button', { name: 'Add promotion code' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(buy).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(buyMissingPoints).toHaveFocus()
})

testCleanShop('phone', 'dark')
testCleanShop('desktop', 'light')
