import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setPage, renderNode } from './on-page.ts'

test('a window that became narrow before the first render has the layout of a phone', async () => {
  await page.viewport(1440, 900)
  const { useIsPhone } = await import('#src/browser/use-is-phone.ts')
  const Layout = () => <p>{useIsPhone() ? 'phone' : 'desktop'}</p>
  const resizeEvent = new Promise((resolve) => addEventListener('resize', resolve, { once: true }))
  await page.viewport(393, 852)
  await resizeEvent
  setPage('')
  renderNode(<Layout />)
  await expect.element(page.getByText('phone')).toBeVisible()
})
