import { afterEach, expect, test, vi } from 'vitest'
import { codeText, errorText, failureText, refusalWords, addTexts, startTexts } from '#src/i18n/i18n.ts'

const FILES: Readonly<Record<string, object>> = {
  '/locales/en/common.json': { 'error.default': 'Please try again later' },
  '/locales/en/errors.json': { 'beautyError.H4031': 'This offer is gone.', 'beautyError.H5001': 'Unexpected.' },
}

afterEach(() => vi.unstubAllGlobals())

test('the table has the text of a code, then the raw text counts, then the default; the default counts too before the table is there', async () => {
  vi.stubGlobal('fetch', async (address: string) => Response.json(FILES[address.replace(/\?build=\d+$/, '')]))
  await startTexts()
  expect(errorText('H4031')).toBe('Please try again later')
  await addTexts('errors')
  expect(errorText('H4031')).toBe('This offer is gone.')
  expect(codeText('H4031', 'raw')).toBe('This offer is gone.')
  expect(codeText('P9000', 'The provider says no')).toBe('The provider says no')
  expect(codeText('P9000', '')).toBe('Please try again later')
  expect(failureText({ code: 'H5001', message: 'Closed on Sundays' })).toBe('Closed on Sundays')
  expect(failureText({ code: 'H5001' })).toBe('Unexpected.')
  expect(failureText({ code: 'H4031', message: 'SKU not found' })).toBe('This offer is gone.')
  expect(refusalWords({ code: 'H4031', message: 'SKU not found' }, 'Not bought')).toEqual({
    title: 'SKU not found',
    description: 'This offer is gone.',
  })
  expect(refusalWords({ code: 'H4031' }, 'Not bought')).toEqual({ title: 'Not bought', description: 'This offer is gone.' })
})
