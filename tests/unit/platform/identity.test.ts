import { describe, expect, test } from 'vitest'
import { parseCookie } from '#src/store/cookies.ts'
import { cookieText, nextIdentity } from '#src/hub-client/identity.ts'
import { isUserToken, makeUserToken } from '#shared/domain/user-token.ts'

const facts = { userToken: 'a'.repeat(32), appInstanceId: 'i', businessUserId: '', deviceSize: '1x1', language: 'en', appVersion: '1' }

describe('identity', () => {
  test('a token is 32 alphanumerics, each character equally likely', () => {
    let nextByte = 0
    const nextBytes = (length: number) => Uint8Array.from({ length }, () => nextByte++ % 256)
    const counts = new Map<string, number>()
    for (let round = 0; round < 248 * 4; round += 1) {
      const token = makeUserToken(nextBytes)
      expect(isUserToken(token)).toBe(true)
    }
    nextByte = 0
    for (const character of Array.from({ length: 31 }, () =>
      makeUserToken((length) => Uint8Array.from({ length }, () => nextByte++ % 248)),
    ).join('')) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    expect(counts.size).toBe(62)
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBe(0)
  })

  test('bytes past the last full run of the alphabet are dropped', () => {
    const bytes = [255, 248, 0]
    expect(makeUserToken((length) => Uint8Array.from({ length }, (_, index) => bytes[index % 3] ?? 0))).toBe('A'.repeat(32))
  })

  test('the cookie lives a year, is lax, and secure on https only', () => {
    expect(cookieText('user_token', 'x', true)).toBe('user_token=x; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
    expect(cookieText('user_token', 'x', false)).not.toContain('Secure')
  })

  test('a cookie is found by its whole name', () => {
    expect(parseCookie('other_user_token=no; user_token=yes', 'user_token')).toBe('yes')
    expect(parseCookie('other_user_token=no', 'user_token')).toBeUndefined()
  })

  test('the epoch rises exactly when something changed', () => {
    const firstIdentity = nextIdentity(undefined, facts)
    expect(firstIdentity.epoch).toBe(1)
    expect(nextIdentity(firstIdentity, facts)).toBe(firstIdentity)
    expect(nextIdentity(firstIdentity, { ...facts, userToken: 'b'.repeat(32) }).epoch).toBe(2)
  })
})
