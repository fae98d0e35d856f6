import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openBytes } from '#workers/image/core/picture-head.ts'
import { readExif } from '#workers/image/core/exif-directory.ts'
import { sniffPicture } from '#workers/image/core/sniff-picture.ts'
import {
  ascii,
  bmp,
  chunk,
  END_OF_IMAGE,
  exifSegment,
  fileOf,
  gif,
  heifOf,
  ispe,
  jpeg,
  png,
  riffChunk,
  segment,
  tiff,
  u16,
  u32,
  webpExtended,
  xmp,
  type Bytes,
  type HeifItem,
} from './picture-bytes.ts'

const LOCATION_EXIF = tiff({ gpsTags: [1, 2, 3, 4] })
const CAMERA_EXIF = tiff()
const XMP_LOCATION = xmp('exif:GPSLatitude="46,1.5N"')
const XMP_RATING = xmp('xmp:Rating="5"')
const XMP_IN_JPEG = ascii('http://ns.adobe.com/xap/1.0/\0')

async function readMetadata(bytes: Bytes) {
  const result = await sniffPicture(fileOf(bytes))
  return result.ok ? result.value.metadata : result.error.code
}

function jpegWith(...segments: Bytes[]): number[] {
  return [...jpeg(640, 480, ...segments), ...END_OF_IMAGE]
}

function webpWith(flags: number, ...chunks: Bytes[]): number[] {
  return webpExtended(640, 480, flags, riffChunk('VP8 ', [1, 2, 3]), ...chunks)
}

function avifWith(...items: HeifItem[]): number[] {
  return heifOf('avif', [ispe([640, 480])], { primaryProperties: [1], items })
}

describe('a location is found', () => {
  it.each([
    ['in the EXIF of a JPEG', jpegWith(exifSegment(LOCATION_EXIF))],
    ['in the other byte order', jpegWith(exifSegment(tiff({ gpsTags: [2], isLittleEndian: true })))],
    ['in the XMP of a JPEG', jpegWith(segment(0xe1, [...XMP_IN_JPEG, ...XMP_LOCATION]))],
    [
      'behind other metadata',
      jpegWith(segment(0xfe, ascii('hello')), exifSegment(CAMERA_EXIF), segment(0xe1, [...XMP_IN_JPEG, ...XMP_LOCATION])),
    ],
    ['before other metadata', jpegWith(exifSegment(LOCATION_EXIF), segment(0xfe, ascii('hello')))],
    ['in the EXIF of a PNG', png(640, 480, chunk('eXIf', LOCATION_EXIF))],
    ['in the XMP of a PNG', png(640, 480, chunk('iTXt', [...ascii('XML:com.adobe.xmp'), 0, 0, 0, 0, 0, ...XMP_LOCATION]))],
    ['in the EXIF of a WebP', webpWith(0x08, riffChunk('EXIF', LOCATION_EXIF))],
    ['in the EXIF of a WebP written like that of a JPEG', webpWith(0x08, riffChunk('EXIF', [...ascii('Exif\0\0'), ...LOCATION_EXIF]))],
    ['in the XMP of a WebP', webpWith(0x04, riffChunk('XMP ', XMP_LOCATION))],
    ['in the EXIF of an AVIF', avifWith({ name: 'Exif', content: [...u32(0), ...LOCATION_EXIF] })],
    [
      'in the EXIF of an AVIF that does not begin at once',
      avifWith({ name: 'Exif', content: [...u32(6), ...ascii('Exif\0\0'), ...LOCATION_EXIF] }),
    ],
    ['in the XMP of an AVIF', avifWith({ name: 'Exif', content: [...u32(0), ...CAMERA_EXIF] }, { name: 'mime', content: XMP_LOCATION })],
  ])('%s', async (_where, bytes) => {
    expect(await readMetadata(bytes)).toBe('place')
  })
})

describe('other metadata is found', () => {
  it.each([
    ['in a JPEG from a camera', jpegWith(exifSegment(CAMERA_EXIF))],
    ['in a JPEG whose directory of the place tells only its version or the time', jpegWith(exifSegment(tiff({ gpsTags: [0, 7, 0x1d] })))],
    ['in a JPEG whose directory of the place is empty', jpegWith(exifSegment(tiff({ gpsTags: [] })))],
    ['in a JPEG with XMP', jpegWith(segment(0xe1, [...XMP_IN_JPEG, ...XMP_RATING]))],
    ['in a JPEG with IPTC', jpegWith(segment(0xed, ascii('Photoshop 3.0\0')))],
    ['in a JPEG with a comment', jpegWith(segment(0xfe, ascii('hello')))],
    ['in a PNG from a camera', png(640, 480, chunk('eXIf', CAMERA_EXIF))],
    ['in a PNG with text', png(640, 480, chunk('tEXt', ascii('Author\0me')))],
    ['in a PNG with packed text', png(640, 480, chunk('zTXt', ascii('Author\0\0')))],
    ['in a WebP from a camera', webpWith(0x08, riffChunk('EXIF', CAMERA_EXIF))],
    ['in a WebP that promises metadata and holds none that can be found', webpWith(0x04)],
    ['in an AVIF from a camera', avifWith({ name: 'Exif', content: [...u32(0), ...CAMERA_EXIF] })],
    ['in a GIF with a comment', gif(64, 48, 1, { before: [0x21, 0xfe, 2, 104, 105, 0] })],
    ['in a GIF with XMP', gif(64, 48, 1, { before: [0x21, 0xff, 11, ...ascii('XMP DataXMP'), 1, 60, 0] })],
  ])('%s', async (_where, bytes) => {
    expect(await readMetadata(bytes)).toBe('some')
  })
})

describe('nothing is found', () => {
  it.each([
    ['in a bare JPEG', jpegWith()],
    [
      'in a JPEG with JFIF, a colour profile and a gain map',
      jpegWith(segment(0xe0, ascii('JFIF\0')), segment(0xe2, ascii('ICC_PROFILE\0')), segment(0xe2, ascii('MPF\0'))),
    ],
    ['in a bare PNG', png(640, 480, chunk('iCCP', [1]), chunk('pHYs', [1]))],
    ['in a bare WebP', webpWith(0x20, riffChunk('ICCP', [1, 2]))],
    ['in a bare AVIF', avifWith()],
    ['in a GIF that repeats', gif(64, 48, 2, { before: [0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0] })],
    ['in a BMP', bmp(6, 4)],
  ])('%s', async (_where, bytes) => {
    expect(await readMetadata(bytes)).toBe('none')
  })
})

describe('malicious directories', () => {
  it.each([
    ['point behind the end', [...ascii('MM'), 0, 42, 0xff, 0xff, 0xff, 0xf0]],
    ['point at themselves', [...ascii('MM'), 0, 42, ...u32(8), ...u16(1), ...u16(0x8825), ...u16(4), ...u32(1), ...u32(8), ...u32(8)]],
    ['claim 65535 entries', [...ascii('II'), 42, 0, ...u32(8, true), 0xff, 0xff, 0x25, 0x88, 4, 0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]],
    ['end in the middle', LOCATION_EXIF.slice(0, 15)],
    ['are no directories', ascii('what a lovely day')],
    ['are empty', []],
  ])('are some metadata, upright, when they %s', async (_how, bytes) => {
    expect(await readMetadata(jpegWith(exifSegment(bytes)))).toBe('some')
    expect(await readMetadata(png(640, 480, chunk('eXIf', bytes)))).toBe('some')
    expect(await readMetadata(webpWith(0x08, riffChunk('EXIF', bytes)))).toBe('some')
    expect(await readMetadata(avifWith({ name: 'Exif', content: [...u32(0xffff_fff0), ...bytes] }))).toBe('some')
  })

  it('never throw, for any bytes and lengths', async () => {
    const noise = fc.uint8Array({ maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(noise, fc.boolean(), fc.maxSafeNat(), async (bytes, isLittleEndian, length) => {
        const start = ascii(isLittleEndian ? 'II' : 'MM')
        const facts = await readExif(openBytes(fileOf([...start, ...bytes])), 0, length)
        expect(facts.metadata).toBeOneOf(['some', 'place'])
        expect(facts.orientation ?? 1).toBeOneOf([1, 2, 3, 4, 5, 6, 7, 8])
      }),
    )
  })
})
