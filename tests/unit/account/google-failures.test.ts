import { expect, test } from 'vitest'
import { failureText, GOOGLE_FAILURES } from '#src/account/google/google-login.ts'
import { setTexts } from '../platform/set-texts.ts'

setTexts({ 'beautyError.40002': 'Not ready.', 'beautyError.GOOGLE_REFUSED': 'Refused.' })

test('a code of the table shows its sentence', () => {
  expect(failureText(GOOGLE_FAILURES.notReady)).toBe('Not ready.')
  expect(failureText({ code: 'GOOGLE_REFUSED', text: 'raw' })).toBe('Refused.')
})

test('a code that the table does not know shows its raw text', () => {
  expect(failureText(GOOGLE_FAILURES.noCode)).toBe('No authorization code received from Google')
  expect(failureText({ code: 'toString', text: 'raw' })).toBe('raw')
})
