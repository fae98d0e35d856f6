import { expect, test } from './support/test.ts'

const TOO_OLD_MESSAGE = 'Your browser is too old for Kinora, which needs Safari 17, Chrome or Edge 114, Firefox 125, or later.'

test('a browser that is too old shows a message above the page; the security policy allows it', async ({ page, server }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'))
  await page.goto(server.origin)
  const note = page.getByRole('alert').filter({ hasText: TOO_OLD_MESSAGE })
  await expect(note).toBeInViewport()
  await expect(note).toHaveCSS('background-color', 'rgb(255, 209, 102)')
})

test('no other browser shows it', async ({ page, server }) => {
  await page.goto(server.origin)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(TOO_OLD_MESSAGE)).toHaveCount(0)
})
