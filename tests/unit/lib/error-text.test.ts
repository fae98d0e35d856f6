import { afterEach, expect, test, vi } from 'vitest'
import { codeText, errorText } from '#src/lib/error-text.ts'
import { addTexts, startTexts } from '#src/lib/i18n.ts'

const FILES: Readonly<Record<string, object>> = {
  '/locales/en/common.json': { 'error.default': 'Please try again later' },
  '/locales/en/errors.json': { 'beautyError.H4031': 'This offer is gone.' },
}

afterEach(() => vi.unstubAllGlobals())

test('a code is looked up in the table, then the raw text counts, then the default; the default counts too before the table is there', async () => {
  vi.stubGlobal('fetch', async (address: string) => Response.json(FILES[address.replace(/\?build=\d+$/, '')]))
  await startTexts()
  expect(errorText('H4031')).toBe('Please try again later')
  await addTexts('errors')
  expect(errorText('H4031')).toBe('This offer is gone.')
  expect(codeText('H4031', 'raw')).toBe('This offer is gone.')
  expect(codeText('P9000', 'The provider says no')).toBe('The provider says no')
  expect(codeText('P9000', '')).toBe('Please try again later')
})
