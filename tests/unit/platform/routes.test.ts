import { describe, expect, test } from 'vitest'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { matchRoute, ROUTE_PATTERNS } from '#shared/domain/screens.ts'
import { linkTo, linkToReceipt } from '#src/routing/routes.ts'

describe('routes', () => {
  test.each([
    ['/', 'landing'],
    ['/en', 'landing'],
    ['/en/', 'landing'],
    ['/home', 'home'],
    ['/home/', 'home'],
    ['/en/home', 'home'],
    ['/explore', 'explore'],
    ['/explore/a/b', 'exploreDetail'],
    ['/resource/tips-tutorials', 'resourceDetail'],
    ['/tools/image-to-video-generator', 'imageToVideo'],
    ['/tools/image-to-video-generator/id/batch', 'imageToVideoDetail'],
    ['/video-detail/42', 'videoDetail'],
    ['/pay/success', 'paySuccess'],
  ] as const)('%s is %s', (path, name) => expect(matchRoute(path)).toBe(name))

  test.each(['/nowhere', '/homes', '/home/x', '/english', '/pay', '/tools', '/video-detail', '/video-detail/', '/en/nowhere', '//home'])(
    '%s is not found',
    (path) => expect(matchRoute(path)).toBeUndefined(),
  )

  test('the detail pattern of a list does not match the list', () => {
    expect(matchRoute('/explore/')).toBe('explore')
  })

  test('a locale in front is split off, and only a whole one', () => {
    expect(splitLocale('/en/home')).toEqual({ prefix: '/en', path: '/home' })
    expect(splitLocale('/endless')).toEqual({ prefix: '', path: '/endless' })
  })

  test('links lead to screens that exist, with each part escaped', () => {
    expect(matchRoute(linkTo('creations'))).toBe('creations')
    expect(matchRoute(linkToReceipt('a/b?'))).toBe('receipt')
    expect(linkToReceipt('a/b?')).toMatch(/\/a%2Fb%3F$/)
  })

  test('no pattern exists twice', () => {
    expect(new Set(ROUTE_PATTERNS).size).toBe(ROUTE_PATTERNS.length)
  })
})
