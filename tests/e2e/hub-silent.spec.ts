import { expect, test } from './support/test.ts'

test('a tab whose hub fails to start shows a message, and works after the offered reload', async ({ page, server }) => {
  const path = '/tools/image-to-video-generator'
  let loads = 0
  // Blocks the hub's scripts until the page is loaded again. If one of the page's own retries succeeded, the hub would start, and the page
  // would not offer the reload.
  server.intercept(async (request, forward) => {
    if (new URL(request.url).pathname === path) loads += 1
    return loads < 2 && /(hub-worker|browser-hub)/.test(request.url) ? new Response(null, { status: 404 }) : forward(request)
  })
  const prompt = page.getByRole('textbox', { name: 'Describe the motion' })
  await page.goto(server.origin + path)
  await prompt.fill('Orbit around the island')
  await page.getByRole('button', { name: 'Startup failed. Show details' }).click()
  await expect(page.getByText("Part of Kinora didn't start in this tab").last()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your videos' }).getByRole('alert')).toContainText("the tab can't show videos in progress")
  await expect(page.getByText('No videos yet')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('button', { name: /^100 points available/ })).toBeVisible()
  await expect(prompt).toHaveValue('Orbit around the island')
  await expect(page.getByRole('button', { name: /Startup failed/ })).toHaveCount(0)
})
