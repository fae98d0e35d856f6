import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppErrorCode } from '#shared/result.ts'
import { failureText, isOfflineFailure, loadFailureText, startTexts } from '#src/i18n/i18n.ts'

const readTexts = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../public/locales/en/${file}.json`, import.meta.url), 'utf8')) as Record<string, string>
const commonTexts = readTexts('common')
const errorTexts = readTexts('errors')
const loadCodes = Object.keys(errorTexts).flatMap((key) => (key.startsWith('loadError.') ? [key.slice('loadError.'.length)] : []))

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))

afterEach(() => vi.unstubAllGlobals())

test('before the error texts are loaded, a failed load has the default text, online and offline', async () => {
  await startTexts(async () => commonTexts)
  expect(loadFailureText({ code: '40001' })).toBe('Please try again later')
  vi.stubGlobal('navigator', { onLine: false })
  expect(loadFailureText({ code: '40001' })).toBe('Please try again later')
})

describe('with the error texts', () => {
  beforeAll(async () => void (await startTexts(async () => ({ ...commonTexts, ...errorTexts }))))

  test.each(loadCodes)('the text of %s for a failed load names no cost and no change', (code) => {
    expect(errorTexts[`loadError.${code}`]).toMatch(/^[A-Z].*[^.]\.$/)
    expect(errorTexts[`loadError.${code}`]).not.toMatch(/charg|point|money|paid|pay\b|payment|refund|saved|nothing was/i)
  })

  test.each(loadCodes.filter((code) => code !== 'offline'))('a failed load with %s has its own text, an act has the other', (code) => {
    expect(loadFailureText({ code: code as AppErrorCode })).toBe(errorTexts[`loadError.${code}`])
    expect(failureText({ code: code as AppErrorCode })).toBe(errorTexts[`beautyError.${code}`])
  })

  test.each<AppErrorCode>(['40001', 'H3009', 'H3013', 'H4001', 'H4022', 'H5000', 'H5001', 'H503', 'answer_malformed', 'hub_unreachable'])(
    '%s, which any read can get, has a text for a failed load',
    (code) => {
      expect(loadCodes).toContain(code)
    },
  )

  test('a code without a text for a failed load has the text of the act', () => {
    expect(loadFailureText({ code: 'hub_outdated' })).toBe(errorTexts['beautyError.hub_outdated'])
    expect(loadFailureText({ code: 'H4031' })).toBe(errorTexts['beautyError.H4031'])
  })

  test("the server's own message counts for the same codes as for an act", () => {
    for (const code of ['H5001', 'STORAGE_FULL'] as const) {
      expect(loadFailureText({ code, message: 'Closed on Sundays' })).toBe('Closed on Sundays')
    }
    expect(loadFailureText({ code: 'H5000', message: 'Closed on Sundays' })).toBe(errorTexts['loadError.H5000'])
  })

  test('without a connection, a missing answer is explained by that; other codes are not', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(loadFailureText({ code: '40001' })).toBe("You're offline, so we couldn't load this. Try again when you're back online.")
    expect(loadFailureText({ code: 'H5000' })).toBe(errorTexts['loadError.H5000'])
  })
})

test('a failed load is due to the network only without an answer and without a network', () => {
  const causes = () => (['40001', 'H5000', null] as const).map(isOfflineFailure)
  expect(causes()).toEqual([false, false, false])
  vi.stubGlobal('navigator', { onLine: false })
  expect(causes()).toEqual([true, false, false])
})
