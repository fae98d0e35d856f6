import { expect, test, vi } from 'vitest'
import { failureText, GOOGLE_FAILURES } from '#src/features/google/google-failures.ts'

vi.mock('#src/lib/i18n.ts', () => ({
  text: (key: string) => (/^beautyError\.(?:40002|GOOGLE_REFUSED)$/.test(key) ? key.replace('beautyError.', 'sentence of ') : key),
}))

test('a code of the table is told by its sentence', () => {
  expect(failureText(GOOGLE_FAILURES.notReady)).toBe('sentence of 40002')
  expect(failureText({ code: 'GOOGLE_REFUSED', text: 'raw' })).toBe('sentence of GOOGLE_REFUSED')
})

test('a code that the table does not know is told by its raw text', () => {
  expect(failureText(GOOGLE_FAILURES.noCode)).toBe('No authorization code received from Google')
  expect(failureText({ code: 'toString', text: 'raw' })).toBe('raw')
})
