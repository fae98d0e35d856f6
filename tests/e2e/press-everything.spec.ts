import { EVERY_SCREEN } from './support/every-screen.ts'
import { expectNothingDead, pressPeople } from './support/press-people.ts'
import { test } from './support/test.ts'
import { walkInThirds } from './support/walk-in-thirds.ts'

/** The screens that users often see first. */
const FIRST_SCREENS = new Set(['home', 'login', 'imageToVideo'])

// No trace, because it would record thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 393, height: 852 }, hasTouch: true, isMobile: true })

  test('a visitor finds no dead control on the first screens', { tag: '@long' }, async ({ browser, server }, testInfo) => {
    const { visitor } = pressPeople(browser, server)
    const screens = EVERY_SCREEN.filter(({ name }) => FIRST_SCREENS.has(name))
    await expectNothingDead(testInfo, { origin: server.origin, screens, begin: visitor, isDeep: false }, 30)
  })
})

walkInThirds('a visitor finds no dead control on any screen', {
  screens: () => EVERY_SCREEN,
  begin: ({ visitor }) => visitor(),
})
