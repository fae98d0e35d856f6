import { describe, expect, test } from 'vitest'
import { nextPath } from '#src/account/sign-in/sign-in-screen.tsx'
import { parseCode } from '#src/account/sign-in/step-fields.tsx'
import { secondsLeft } from '#src/account/account-form.tsx'

const ORIGIN = 'https://kinora.example'

describe('the next address after a login', () => {
  test.each([
    ['/pricing', '/pricing'],
    ['/ai/creation?start=2#top', '/ai/creation?start=2#top'],
    ['/en/home', '/home'],
    ['/explore/an-id', '/explore/an-id'],
  ])('%s is followed', (next, path) => {
    expect(nextPath(`?next=${encodeURIComponent(next)}`, ORIGIN)).toBe(path)
  })

  test.each([
    '//evil.example/home',
    '/\\evil.example/home',
    '/\t/evil.example/home',
    'https://evil.example/home',
    'https:/home',
    'javascript:alert(1)',
    'home',
    '/no/such/screen',
    '/api/v1/auth/logout',
    '/login',
    '/en/signup',
    '/en//',
    '/home/../login',
    '',
  ])('%j is not', (next) => {
    expect(nextPath(`?next=${encodeURIComponent(next)}`, ORIGIN)).toBeNull()
  })

  test('nor is an address without one', () => {
    expect(nextPath('', ORIGIN)).toBeNull()
  })
})

describe('a code', () => {
  test.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    [' 12 34 56\n', '123456'],
    ['1–2–3–4–5–6', '123456'],
    ['１２３４５６', '123456'],
    ['Your code is 123 456. It holds for 10 minutes.', '123456'],
    ['Within 10 minutes: 123456', '123456'],
    ['12a', '12'],
    ['1234567', '123456'],
    ['', ''],
  ])('%j is read as %j', (text, code) => {
    expect(parseCode(text)).toBe(code)
  })
})

describe('the clock of the next code', () => {
  test('counts whole seconds down, and 0 only when the moment has come', () => {
    expect([60_000, 59_001, 59_000, 1, 0, -5000].map((leftMs) => secondsLeft(leftMs, 0))).toEqual([60, 60, 59, 1, 0, 0])
  })
})
