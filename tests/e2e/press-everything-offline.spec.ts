import { EVERY_SCREEN } from './support/every-screen.ts'
import { expectNothingDead, pressPeople, WALK_LIMIT_MS } from './support/press-people.ts'
import { test } from './support/test.ts'

// A trace would remember thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })

test(
  'without the network a member finds no control on any screen that says nothing',
  { tag: ['@long', '@offline'] },
  async ({ browser, server }, testInfo) => {
    test.setTimeout(WALK_LIMIT_MS)
    const { offline } = pressPeople(browser, server)
    // The end of a payment is on the server's own pages or nowhere.
    const screens = EVERY_SCREEN.filter(({ path }) => !path.startsWith('/pay/'))
    await expectNothingDead(testInfo, { origin: server.origin, screens, begin: offline, isOffline: true }, 400)
  },
)
