import { expect, test } from '@playwright/test'
import { startTestServer } from '../fixtures/start-test-server.ts'

// What is refused here would be given by it.
test.use({ serviceWorkers: 'block' })

test('a tab in which the hub can not be started says so, and is as ever after the reload that it offers', async ({ page }) => {
  let isRefused = true
  const server = await startTestServer({
    intercept: async (request, forward) =>
      isRefused && /(hub-worker|browser-hub)/.test(request.url) ? new Response(null, { status: 404 }) : forward(request),
  })
  const prompt = page.getByRole('textbox', { name: 'How should it move?' })
  await page.goto(`${server.origin}/tools/image-to-video-generator`)
  await prompt.fill('Orbit around the island')
  await page.getByRole('button', { name: 'Not started. Show what it means' }).click()
  await expect(page.getByText('A part of Kinora could not be started in this tab').last()).toBeVisible()
  isRefused = false
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('button', { name: /^100 points available/ })).toBeVisible()
  await expect(prompt).toHaveValue('Orbit around the island')
  await expect(page.getByRole('button', { name: /Not started/ })).toHaveCount(0)
  await server.close()
})
