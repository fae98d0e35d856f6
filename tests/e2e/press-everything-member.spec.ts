import { ROUTES } from '#shared/domain/route-patterns.ts'
import { EVERY_SCREEN } from './support/every-screen.ts'
import type { Somebody } from './support/press-people.ts'
import { expectNothingDead, pressPeople, WALK_LIMIT_MS } from './support/press-people.ts'
import type { WalkedScreen } from './support/press-walk.ts'
import { test } from './support/test.ts'

// A trace would remember thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })

/** Every screen, and those that are about something of this person's own. */
function screensOf(somebody: () => Somebody | undefined): readonly WalkedScreen[] {
  return [
    ...EVERY_SCREEN,
    { name: 'own receipt', path: () => ROUTES.receipt.replace('*', somebody()?.orderId ?? '') },
    { name: 'own video', path: () => ROUTES.imageToVideoDetail.replace('*', somebody()?.creationId ?? '') },
  ]
}

for (const [state, who] of [
  ['member', 'a member with videos that are done, being made and failed'],
  ['pastDue', 'a member whose payment is past due'],
] as const)
  test(`${who} finds no dead control on any screen`, { tag: '@long' }, async ({ browser, server }, testInfo) => {
    test.setTimeout(WALK_LIMIT_MS)
    const people = pressPeople(browser, server)
    let somebody: Somebody | undefined
    const begin = async () => {
      somebody = await people[state]()
      return somebody.page
    }
    await expectNothingDead(testInfo, { origin: server.origin, screens: screensOf(() => somebody), begin }, 500)
  })
