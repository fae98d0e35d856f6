import { expectNothingDead, ownScreens, pressPeople, WALK_LIMIT_MS } from './support/press-people.ts'
import type { Somebody } from './support/press-people.ts'
import { test } from './support/test.ts'

// A trace would remember thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })

test('a member whose payment is past due finds no dead control on any screen', { tag: '@long' }, async ({ browser, server }, testInfo) => {
  test.setTimeout(WALK_LIMIT_MS)
  const { pastDue } = pressPeople(browser, server)
  let somebody: Somebody | undefined
  const begin = async () => {
    somebody = await pastDue()
    return somebody.page
  }
  await expectNothingDead(testInfo, { origin: server.origin, screens: ownScreens(() => somebody), begin }, 500)
})
