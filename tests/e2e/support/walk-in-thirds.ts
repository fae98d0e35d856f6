import type { Page } from '@playwright/test'
import { type WalkPerson, type WalkPeople, expectNothingDead, ownScreens, pressPeople } from './press-people.ts'
import type { WalkedScreen } from './press-walk.ts'
import { test } from './test.ts'

/** Enough time for hundreds of presses, each of which may render a screen anew. */
const WALK_LIMIT_MS = 3_600_000
/** The minimum number of presses in each third, so that a walk cannot be empty. */
const LEAST_PRESSES = 130

interface WalkInThirdsOptions {
  readonly begin: (people: WalkPeople) => Promise<Page>
  readonly screens: () => readonly WalkedScreen[] | Promise<readonly WalkedScreen[]>
  readonly tags?: readonly string[]
  readonly isOffline?: boolean
}

/**
 * Splits a walk into three parallel walks, because a walk mostly waits. Of three consecutive screens each goes to another walk. Each group
 * of three starts one walk later, because the screens with most controls are three apart and would all be in one walk.
 */
export function walkInThirds(title: string, { begin, screens, tags = [], isOffline = false }: WalkInThirdsOptions): void {
  test.describe.configure({ mode: 'parallel' })
  for (const [thirdIndex, ordinal] of ['first', 'second', 'third'].entries())
    test(`${title}: the ${ordinal} third of them`, { tag: ['@long', ...tags] }, async ({ browser, server }, testInfo) => {
      test.setTimeout(WALK_LIMIT_MS)
      const people = pressPeople(browser, server)
      const screensOfThird = (await screens()).filter((_, index) => (index + Math.floor(index / 3)) % 3 === thirdIndex)
      const options = { origin: server.origin, screens: screensOfThird, begin: () => begin(people), isOffline }
      await expectNothingDead(testInfo, options, LEAST_PRESSES)
    })
}

/** Splits the walk of a user with videos and receipts into three. It includes the screens of these videos and receipts. */
export function walkOwnInThirds(title: string, begin: (people: WalkPeople) => Promise<WalkPerson>): void {
  let person: WalkPerson | undefined
  walkInThirds(title, {
    screens: () => ownScreens(() => person),
    begin: async (people) => {
      person = await begin(people)
      return person.page
    },
  })
}
