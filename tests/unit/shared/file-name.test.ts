import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presignUpload } from '#shared/api/files.ts'
import { cutText } from '#shared/domain/cut-text.ts'
import { FILE_NAME_MAX_LENGTH, shortFileName, withExtension } from '#shared/domain/file-name.ts'

it('a file name gets its extension from the type when it has none, and .bin when the type is unknown', () => {
  expect(withExtension('photo.JPG', 'image/png')).toBe('photo.JPG')
  expect(withExtension('photo', 'image/png')).toBe('photo.png')
  expect(withExtension('photo', 'application/x-odd')).toBe('photo.bin')
  expect(withExtension('photo', '')).toBe('photo.bin')
})

it('a long name is cut before its extension, by code points', () => {
  expect(shortFileName(`${'a'.repeat(300)}.jpeg`)).toBe(`${'a'.repeat(195)}.jpeg`)
  expect(shortFileName(`${'🌊'.repeat(300)}.jpeg`)).toBe(`${'🌊'.repeat(195)}.jpeg`)
  expect(withExtension(`photo.${'x'.repeat(300)}`, 'image/png')).toBe(`photo.${'x'.repeat(190)}.png`)
  expect(cutText('🌊🌊a', 2)).toBe('🌊🌊')
})

const textPiece = fc.constantFrom('a', 'é', 'e\u0301', '名', '🌊', '👩‍👩‍👧', '.', '\0', '\uD83C', '\uDF0A', ' ', '\n')
const longStem = fc
  .tuple(fc.array(textPiece, { maxLength: 20 }), fc.constantFrom(1, 10, 100))
  .map(([parts, times]) => parts.join('').repeat(times))

it('the contract accepts each name that the device makes, also right at the limit', () => {
  const stemAtLimit = fc.integer({ min: FILE_NAME_MAX_LENGTH - 8, max: FILE_NAME_MAX_LENGTH + 1 }).map((length) => 'x'.repeat(length))
  fc.assert(
    fc.property(
      fc.oneof(longStem, stemAtLimit),
      fc.constantFrom('', '.jpg', '.jpeg'),
      fc.constantFrom('image/jpeg', 'image/heic'),
      (stem, extension, type) => {
        const filename = withExtension(stem + extension, type)
        expect(presignUpload.input.safeParse({ filename }).success).toBe(true)
        expect(filename.isWellFormed()).toBe(true)
        expect(withExtension(filename, type)).toBe(filename)
        if (extension !== '') expect(filename.endsWith(extension)).toBe(true)
      },
    ),
  )
})
