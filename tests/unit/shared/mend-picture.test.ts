import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withoutEmptyFrames } from '#shared/pictures/animation-frames.ts'
import { mendPicture } from '#shared/pictures/mend-picture.ts'
import { ODD_FILES } from '../../fixtures/photos/odd-files.ts'

const pixelsOf = (file: Uint8Array) => sharp(file, { failOn: 'warning' }).raw().toBuffer()
const isMendable = ({ name, kind, verdict }: (typeof ODD_FILES)[number]) =>
  verdict === 'taken' && /JPEG|PNG|WebP/.test(kind) && !/as written|empty/.test(name)

describe('a container is repaired', () => {
  test.each(ODD_FILES.filter(isMendable))('of a $name, pixel for pixel', async ({ make, control }) => {
    const mendedPicture = mendPicture(new Uint8Array(await make()))
    if (mendedPicture === null) throw new Error('not repaired')
    expect(
      (await pixelsOf(mendedPicture.bytes)).equals(
        await sharp(await control())
          .raw()
          .toBuffer(),
      ),
    ).toBe(true)
    expect(mendPicture(mendedPicture.bytes)).toBeNull()
  })

  test('and a header with several faults retains its EXIF', async () => {
    const file = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#258' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const secondSegmentAt = 4 + file.readUInt16BE(4)
    const lengthenedFile = Buffer.from(file)
    lengthenedFile.writeUInt16BE(secondSegmentAt - 4 + 1, 4)
    const mendedPicture = mendPicture(Buffer.concat([lengthenedFile.subarray(0, 2), Buffer.from([0, 0]), lengthenedFile.subarray(2, -2)]))
    expect(await sharp(mendedPicture?.bytes).metadata()).toMatchObject({ orientation: 6, width: 320 })
  })
})

test.each(ODD_FILES.filter(({ name }) => name.endsWith('as written')))('a whole file stays as it is: $name', async ({ make }) => {
  expect(mendPicture(new Uint8Array(await make()))).toBeNull()
})

test('a file of any bytes is repaired or unchanged, and never throws', async () => {
  const files = await Promise.all(ODD_FILES.filter(({ name }) => name.endsWith('as written')).map(({ make }) => make()))
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 12 }),
      fc.nat(),
      (file, offset, noise, length) => {
        const damagedFile = new Uint8Array(file.subarray(0, 16 + (length % file.length)))
        damagedFile.set(noise.subarray(0, Math.max(0, damagedFile.length - (offset % damagedFile.length))), offset % damagedFile.length)
        const mendedPicture = mendPicture(damagedFile)
        if (mendedPicture !== null) expect(mendedPicture.bytes.length).toBeLessThanOrEqual(damagedFile.length + 12)
      },
    ),
  )
})

test('an animation of empty frames alone stays as it is', async () => {
  const animation = ODD_FILES.find(({ name }) => name === 'animated WebP whose first three frames are empty')
  const bytes = new Uint8Array((await animation?.make()) ?? [])
  let checkCount = 0
  const result = await withoutEmptyFrames(bytes, async () => {
    checkCount += 1
    return true
  })
  expect([result === bytes, checkCount]).toEqual([true, 4])
})
