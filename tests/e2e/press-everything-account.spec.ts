import { expectNothingDead, pressPeople, screensWithPicture, WALK_LIMIT_MS } from './support/press-people.ts'
import { test } from './support/test.ts'

// A trace would remember thousands of presses.
test.use({
  trace: 'off',
  serverOptions: { config: { signMode: 'off' } },
  viewport: { width: 393, height: 852 },
  hasTouch: true,
  isMobile: true,
})

test(
  'an account without videos finds no dead control on any screen of its phone, with pictures in the forms',
  { tag: '@long' },
  async ({ browser, server }, testInfo) => {
    test.setTimeout(WALK_LIMIT_MS)
    const { account } = pressPeople(browser, server)
    await expectNothingDead(testInfo, { origin: server.origin, screens: await screensWithPicture(), begin: account }, 400)
  },
)
