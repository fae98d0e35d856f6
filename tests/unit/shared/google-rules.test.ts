import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as rules from '#shared/domain/google-rules.ts'
import { GOOGLE_FAILURES } from '#src/account/google/google-login.ts'

test('the values of the sign-in with Google are the specified ones', () => {
  expect({ ...rules }).toEqual({
    ONE_TAP_INACTIVITY_MS: 10_000,
    GIS_POLL_MS: 100,
    GIS_POLLS_MAX: 50,
    GOOGLE_CODE_RETRIES: 3,
    GOOGLE_CODE_RETRY_PAUSE_MS: 1000,
    GOOGLE_SCOPE: 'openid email profile',
    GOOGLE_UX_MODE: 'popup',
    GOOGLE_BUTTON: { width: 300, shape: 'pill', theme: 'filled_blue', locale: 'zh_CN' },
  })
})

test('the messages have the specified texts', () => {
  expect(GOOGLE_FAILURES.notReady.code).toBe('40002')
  expect(Object.values(GOOGLE_FAILURES).map(({ text }) => text)).toEqual([
    'Google sign-in is not ready',
    'Google Identity Services failed to load',
    'Google OAuth2 Services failed to load',
    'Failed to start Google authentication',
    'Google authentication failed',
    'No authorization code received from Google',
    'Failed to process Google authentication',
    'Invalid JWT format',
    'Invalid credential format',
  ])
})

test('every text of the sign-in with Google is there and sorted', () => {
  const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const texts = JSON.parse(readText('public/locales/en/google.json')) as Record<string, string>
  const sources = ['google-sign-in.tsx', 'google-dialog.tsx', 'offer-one-tap.ts']
    .map((file) => readText(`src/account/google/${file}`))
    .join('\n')
  const usedKeys = [...sources.matchAll(/'((?:google|auth)\.[A-Za-z]+)'/g)].map(([, key]) => key)
  expect(usedKeys.length).toBeGreaterThan(4)
  expect(new Set(Object.keys(texts))).toEqual(new Set(usedKeys))
  expect(Object.keys(texts)).toEqual(Object.keys(texts).toSorted((a, b) => (a < b ? -1 : 1)))
})
