import type { Page } from '@playwright/test'
import { type Somebody, type WalkPeople, expectNothingDead, ownScreens, pressPeople } from './press-people.ts'
import type { WalkedScreen } from './press-walk.ts'
import { test } from './test.ts'

/** Enough time for hundreds of presses, each of which may render a screen anew. */
const WALK_LIMIT_MS = 3_600_000
/** The minimum number of presses in each third, so that a walk cannot be empty. */
const LEAST_PRESSES = 130

interface Third {
  readonly begin: (people: WalkPeople) => Promise<Page>
  readonly screens: () => readonly WalkedScreen[] | Promise<readonly WalkedScreen[]>
  readonly tags?: readonly string[]
  readonly isOffline?: boolean
}

/**
 * Splits a walk into three parallel walks, because a walk mostly waits. The screens of a row of three go to different walks. Each row
 * starts one walk later, because the screens with most controls are three apart and would all be in one walk.
 */
export function walkInThirds(title: string, { begin, screens, tags = [], isOffline = false }: Third): void {
  test.describe.configure({ mode: 'parallel' })
  for (const [third, which] of ['first', 'second', 'third'].entries())
    test(`${title}: the ${which} third of them`, { tag: ['@long', ...tags] }, async ({ browser, server }, testInfo) => {
      test.setTimeout(WALK_LIMIT_MS)
      const people = pressPeople(browser, server)
      const ofThird = (await screens()).filter((_, at) => (at + Math.floor(at / 3)) % 3 === third)
      const options = { origin: server.origin, screens: ofThird, begin: () => begin(people), isOffline }
      await expectNothingDead(testInfo, options, LEAST_PRESSES)
    })
}

/** Splits the walk of a user with videos and receipts into three. It includes the screens of these videos and receipts. */
export function walkOwnInThirds(title: string, begin: (people: WalkPeople) => Promise<Somebody>): void {
  let somebody: Somebody | undefined
  walkInThirds(title, {
    screens: () => ownScreens(() => somebody),
    begin: async (people) => {
      somebody = await begin(people)
      return somebody.page
    },
  })
}
