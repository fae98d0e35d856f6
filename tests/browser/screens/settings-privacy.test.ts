import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type AppInfo, getAppInfo } from '#shared/api/app-info.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'
import { renderScreen } from '../fixtures/render-screen.tsx'
import { answer } from '../fixtures/script-api.ts'

const WITHOUT_TRACKERS: AppInfo = {
  app_key: null,
  app_environment: null,
  version: '0',
  engine: 'builtin',
  googleClientId: null,
  gisSrc: null,
  mailPage: null,
  vapidPublicKey: null,
  operator: { name: null, email: null, address: null },
  hasUsageTracker: false,
  gtagId: null,
  welcomePointsVisitor: 100,
  welcomePointsAccount: 100,
}

startAsFirstVisit()

test('where the server has no trackers, neither choice is offered, from the first render on', async () => {
  answer(getAppInfo, () => WITHOUT_TRACKERS)
  const drawnSwitches: (string | null)[] = []
  const observer = new MutationObserver(() => {
    for (const row of document.querySelectorAll('section[aria-labelledby=privacy] [role=switch]'))
      drawnSwitches.push(row.getAttribute('aria-label'))
  })
  observer.observe(document.body, { subtree: true, childList: true })
  await renderScreen('/ai/setting')
  await expect.element(page.getByRole('switch', { name: 'Error reports' })).toBeVisible()
  observer.disconnect()
  expect([...new Set(drawnSwitches)]).toEqual(['Error reports'])
})
