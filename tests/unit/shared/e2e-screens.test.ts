import { expect, test } from 'vitest'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import { SCREENS } from '../../e2e/support/screens.ts'

/** Screens that `SCREENS` leaves out: the operator's console has its own test, and `videoDetail` only redirects. */
const EXCLUDED_SCREENS = ['operator', 'operatorPart', 'videoDetail']

test('every screen is among those that are opened in a browser', () => {
  const openedRoutes = new Set(SCREENS.map(([path]) => matchRoute(path)))
  const missingRoutes = Object.keys(ROUTES).filter((name) => !openedRoutes.has(name as keyof typeof ROUTES))
  expect(missingRoutes).toEqual(EXCLUDED_SCREENS)
})
