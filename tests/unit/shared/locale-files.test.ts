import { expect, test } from 'vitest'
import { MAX_CACHED_TEXT_FILES, textsAddress, TEXTS_FRESH_SECONDS } from '#shared/domain/locale-files.ts'

test('TEXTS_FRESH_SECONDS is a day', () => {
  expect(TEXTS_FRESH_SECONDS).toBe(24 * 3600)
})

test('MAX_CACHED_TEXT_FILES has room for all texts of a build and a few languages', () => {
  expect(MAX_CACHED_TEXT_FILES).toBe(60)
})

test('the address of a file of texts names its build', () => {
  expect(textsAddress('en/common', 1763859000000)).toBe('/locales/en/common.json?build=1763859000000')
})
