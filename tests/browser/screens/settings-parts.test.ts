import { afterEach, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { loadNamedSection } from '#src/app/pages/settings-page.tsx'
import { setTexts } from '../../unit/platform/set-texts.ts'
import { startAsFirstVisit } from '../fixtures/each-screen.ts'

const OTHER_PART = '/src/billing/top-up/top-up-panel.tsx'
const NAMED_PART = '/src/offline/storage-section.tsx'

startAsFirstVisit()
setTexts()
afterEach(() => Promise.all([OTHER_PART, NAMED_PART].map((path) => commands.releaseAddress(path))))

test('the settings wait for the named section alone, and no longer if it fails to load', async () => {
  await commands.holdAddress(OTHER_PART)
  await commands.holdAddress(NAMED_PART)
  history.replaceState(null, '', '#second-factor')
  await loadNamedSection()
  history.replaceState(null, '', '#notifications')
  await loadNamedSection()

  history.replaceState(null, '', '#storage')
  let isOver = false
  const named = loadNamedSection().then(() => (isOver = true))
  await commands.failAddress(OTHER_PART)
  expect(isOver).toBe(false)
  await commands.failAddress(NAMED_PART)
  await named
})
