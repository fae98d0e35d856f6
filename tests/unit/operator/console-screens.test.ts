import { expect, test } from 'vitest'
import { consolePath, consoleScreenOf } from '#src/operator/console-parts.tsx'

test.each([
  ['/operator/inbox', { screen: 'inbox', id: '' }],
  ['/operator/promotions', { screen: 'promotions', id: '' }],
  ['/operator/look-up/', { screen: 'look-up', id: '' }],
  ['/operator/person/0a1b2c', { screen: 'person', id: '0a1b2c' }],
  ['/operator/person', undefined],
  ['/operator/person/', undefined],
  ['/operator/person/a%2Fb', undefined],
  ['/operator/person/a/b', undefined],
  ['/operator/inbox/a', undefined],
  ['/operator/nothing', undefined],
])('%s', (path, screen) => expect(consoleScreenOf(path)).toEqual(screen))

test('a user’s address leads back to that user', () => {
  expect(consoleScreenOf(consolePath('person', 'of-somebody_1'))).toEqual({ screen: 'person', id: 'of-somebody_1' })
  expect(consolePath('record')).toBe('/operator/record')
})
