import { expectNothingDead, ownScreens, pressPeople, WALK_LIMIT_MS } from './support/press-people.ts'
import type { Somebody } from './support/press-people.ts'
import { test } from './support/test.ts'

// A trace would remember thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })
test.describe.configure({ mode: 'parallel' })

/** Three walks side by side, each of every third screen: a walk waits more than it works. */
for (const [third, which] of ['first', 'second', 'third'].entries())
  test(
    `a member whose payment is past due finds no dead control on any screen: every third one from the ${which} on`,
    { tag: '@long' },
    async ({ browser, server }, testInfo) => {
      test.setTimeout(WALK_LIMIT_MS)
      const { pastDue } = pressPeople(browser, server)
      let somebody: Somebody | undefined
      const begin = async () => {
        somebody = await pastDue()
        return somebody.page
      }
      const screens = ownScreens(() => somebody).filter((_, at) => at % 3 === third)
      await expectNothingDead(testInfo, { origin: server.origin, screens, begin }, 150)
    },
  )
