import { expect, it } from 'vitest'
import { withExtension } from '#shared/domain/file-name.ts'

it('a file name gets its extension from the type when it has none, and .bin when the type is unknown', () => {
  expect(withExtension('photo.JPG', 'image/png')).toBe('photo.JPG')
  expect(withExtension('photo', 'image/png')).toBe('photo.png')
  expect(withExtension('photo', 'application/x-odd')).toBe('photo.bin')
  expect(withExtension('photo', '')).toBe('photo.bin')
})
