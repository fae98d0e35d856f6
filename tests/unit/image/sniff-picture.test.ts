import { describe, expect, it } from 'vitest'
import { sniffPicture } from '#workers/image/core/sniff-picture.ts'
import {
  ascii,
  bmp,
  chunk,
  END_OF_IMAGE,
  box,
  exif,
  exifSegment,
  fileOf,
  filledBytes,
  gif,
  heif,
  heifOf,
  ispe,
  jpeg,
  png,
  riffChunk,
  segment,
  tiff,
  u16,
  u32,
  webp,
  webpExtended,
  type Bytes,
} from './picture-bytes.ts'

async function describePicture(...parts: Bytes[]) {
  const result = await sniffPicture(fileOf(...parts))
  if (!result.ok) return result.error.code
  const { type, width, height, isAnimated } = result.value
  return `${type} ${width}x${height}${isAnimated ? ' animated' : ''}`
}

describe('a file is known by its bytes', () => {
  it('as JPEG', async () => {
    expect(await describePicture(jpeg(640, 480), END_OF_IMAGE)).toBe('image/jpeg 640x480')
  })

  it('as progressive JPEG with padding between its segments', async () => {
    const progressiveJpeg = [0xff, 0xd8, 0xff, ...segment(0xc2, [8, ...u16(30), ...u16(40), 1, 1, 0x11, 0]), ...segment(0xda, [0])]
    expect(await describePicture(progressiveJpeg, END_OF_IMAGE)).toBe('image/jpeg 40x30')
  })

  it('as PNG, still or animated', async () => {
    expect(await describePicture(png(640, 480))).toBe('image/png 640x480')
    expect(await describePicture(png(640, 480, chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])))).toBe('image/png 640x480 animated')
  })

  it('as WebP: lossy, lossless, extended, animated', async () => {
    const lossyChunk = [...ascii('VP8 '), ...u32(10, true), 0, 0, 0, 0x9d, 1, 0x2a, ...u16(640, true), ...u16(480 | 0x4000, true)]
    expect(await describePicture(webp(lossyChunk))).toBe('image/webp 640x480')
    const packedSize = (640 - 1) | ((480 - 1) << 14)
    const losslessChunk = [...ascii('VP8L'), ...u32(10, true), 0x2f, ...u32(packedSize, true), 0, 0, 0, 0, 0]
    expect(await describePicture(webp(losslessChunk))).toBe('image/webp 640x480')
    expect(await describePicture(webpExtended(640, 480, 0))).toBe('image/webp 640x480')
    expect(await describePicture(webpExtended(640, 480, 2))).toBe('image/webp 640x480 animated')
  })

  it('as GIF with one frame or with several', async () => {
    expect(await describePicture(gif(64, 48, 1))).toBe('image/gif 64x48')
    expect(await describePicture(gif(64, 48, 3))).toBe('image/gif 64x48 animated')
  })

  it('as BMP, also stored top to bottom', async () => {
    expect(await describePicture(bmp(6, 4))).toBe('image/bmp 6x4')
    expect(await describePicture(bmp(6, -4))).toBe('image/bmp 6x4')
  })

  it('as AVIF or HEIC with the size of the largest part', async () => {
    expect(await describePicture(heif('avif', [320, 240], [640, 480]))).toBe('image/avif 640x480')
    expect(await describePicture(heif('avis', [640, 480]))).toBe('image/avif 640x480 animated')
    expect(await describePicture(heif('heic', [512, 512], [4032, 3024]))).toBe('image/heic 4032x3024')
  })
})

describe('the size is the displayed one', () => {
  const TURNED_OPTIONS = { primaryProperties: [1, 2] }

  it('of a PNG: turned by its EXIF', async () => {
    expect(await describePicture(png(640, 480, chunk('eXIf', tiff({ orientation: 6 }))))).toBe('image/png 480x640')
    expect(await describePicture(png(640, 480, chunk('eXIf', tiff({ orientation: 3 }))))).toBe('image/png 640x480')
  })

  it('of a WebP: turned as its EXIF says, where its head announces one', async () => {
    const withExif = (flags: number, orientation: number) => webpExtended(640, 480, flags, riffChunk('EXIF', tiff({ orientation })))
    expect(await describePicture(withExif(8, 6))).toBe('image/webp 480x640')
    expect(await describePicture(withExif(8, 3))).toBe('image/webp 640x480')
    expect(await describePicture(withExif(0, 6))).toBe('image/webp 640x480')
  })

  it('of an AVIF: that of its clean aperture, turned with the picture', async () => {
    const fractions = (...values: number[]) => values.flatMap((value) => u32(value).concat(u32(1)))
    const clap = box('clap', fractions(600, 400, -20, 10))
    expect(await describePicture(heifOf('avif', [ispe([640, 480]), clap], { primaryProperties: [1, 2] }))).toBe('image/avif 600x400')
    expect(await describePicture(heifOf('avif', [ispe([640, 480]), clap, box('irot', [1])], { primaryProperties: [1, 2, 3] }))).toBe(
      'image/avif 400x600',
    )
    const outsideAperture = box('clap', fractions(600, 400, -21, 0))
    expect(await describePicture(heifOf('avif', [ispe([640, 480]), outsideAperture], { primaryProperties: [1, 2] }))).toBe(
      'image/avif 640x480',
    )
  })

  it('of an AVIF: turned by its own property, not by its EXIF', async () => {
    const irot = (quarters: number) => box('irot', [quarters])
    expect(await describePicture(heifOf('avif', [ispe([640, 480]), irot(1)], TURNED_OPTIONS))).toBe('image/avif 480x640')
    expect(await describePicture(heifOf('avif', [ispe([640, 480]), irot(2)], TURNED_OPTIONS))).toBe('image/avif 640x480')
    expect(await describePicture(heifOf('avif', [ispe([640, 480]), box('imir', [1])], TURNED_OPTIONS))).toBe('image/avif 640x480')
    const items = [{ name: 'Exif' as const, content: [...u32(0), ...tiff({ orientation: 6 })] }]
    expect(await describePicture(heifOf('avif', [ispe([640, 480])], { primaryProperties: [1], items }))).toBe('image/avif 640x480')
  })

  it('of an AVIF or HEIC: that of its primary picture, though another one is larger or turned', async () => {
    const properties = [ispe([640, 480]), box('pixi', u32(0)), ispe([1280, 960]), box('irot', [1])]
    expect(await describePicture(heifOf('avif', properties, { primaryProperties: [1, 2] }))).toBe('image/avif 640x480')
    expect(await describePicture(heifOf('heic', properties, { primaryProperties: [4, 3] }))).toBe('image/heic 960x1280')
  })

  it('of a GIF: as large as its first frame, when that is larger than its screen', async () => {
    expect(await describePicture(gif(10, 400, 1, { frame: [640, 20] }))).toBe('image/gif 640x400')
  })

  it('of a JPEG whose orientation is not a single short number: as it is stored', async () => {
    const longNumber = [...ascii('MM'), 0, 42, ...u32(8), ...u16(1), ...u16(0x0112), ...u16(4), ...u32(1), 0, 6, 0, 6, ...u32(0)]
    expect(await describePicture(jpeg(640, 480, exifSegment(longNumber)), END_OF_IMAGE)).toBe('image/jpeg 640x480')
  })
})

describe('a header made to block the worker is rejected', () => {
  function repeatBytes(bytes: Bytes, times: number): Uint8Array<ArrayBuffer> {
    const repeatedBytes = new Uint8Array(bytes.length * times)
    for (let i = 0; i < times; i++) repeatedBytes.set(bytes, i * bytes.length)
    return repeatedBytes
  }

  const FILE_STARTS = { jpeg: [0xff, 0xd8], png: png(640, 480).slice(0, 33), gif: gif(64, 48, 1).slice(0, 13) }

  it.each([
    ['a JPEG of endless padding', FILE_STARTS.jpeg, repeatBytes([0xff], 300_000)],
    ['a JPEG of endless empty segments', FILE_STARTS.jpeg, repeatBytes([0xff, 0xe0, 0, 2], 100_000)],
    ['a PNG of endless empty chunks', FILE_STARTS.png, repeatBytes(chunk('abCd', []), 50_000)],
    ['a GIF of endless empty extensions', FILE_STARTS.gif, repeatBytes([0x21, 0xf9, 0], 600_000)],
    ['a GIF of endless tiny blocks', [...FILE_STARTS.gif, 0x21, 0xfe], repeatBytes([1, 7], 600_000)],
  ])('when it is %s', async (_name, start, restBytes) => {
    expect(await sniffPicture(new Blob([new Uint8Array(start), restBytes]))).toMatchObject({ ok: false, error: { code: 'image_broken' } })
  })

  it('when a segment of a JPEG has a length beyond the file', async () => {
    expect(await describePicture([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0], END_OF_IMAGE)).toBe('image_broken')
  })

  it('with endless nested boxes and huge lengths is rejected', async () => {
    const depth = 2000
    const nestedBoxes = Array.from({ length: depth }, (_, i) => [...u32((depth - i) * 8), ...ascii('ipco')]).flat()
    expect(await describePicture(box('ftyp', ascii('avif'), u32(0)), box('meta', u32(0), box('iprp', nestedBoxes)))).toBe('image_broken')
    const hugeBox = [...u32(1), ...ascii('meta'), ...u32(0xffff_ffff), ...u32(0xffff_ffff)]
    expect(await describePicture(box('ftyp', ascii('avif'), u32(0)), hugeBox)).toBe('image_truncated')
    const manyItems = box('iloc', [2, 0, 0, 0], u16(0x8888), u32(0xffff_ffff))
    const metadata = box('iinf', u32(0), u16(1), box('infe', [2, 0, 0, 0], u16(2), u16(0), ascii('Exif'), [0]))
    const meta = box('meta', u32(0), box('iprp', box('ipco', ispe([640, 480]))), metadata, manyItems)
    expect(await describePicture(box('ftyp', ascii('avif'), u32(0)), meta)).toBe('image/avif 640x480')
  })

  it('a long animation is not read to its end', async () => {
    const frame = riffChunk('ANMF', filledBytes(30_000, 7))
    const animation = fileOf(webpExtended(640, 480, 0x0a, ...Array.from({ length: 200 }, () => frame)))
    let readByteCount = 0
    animation.slice = (from = 0, to = 0) => {
      readByteCount += Math.max(0, Math.min(to, animation.size) - from)
      return Blob.prototype.slice.call(animation, from, to)
    }
    expect(await sniffPicture(animation)).toMatchObject({ ok: true, value: { isAnimated: true, metadata: 'some' } })
    expect(readByteCount).toBeLessThan(animation.size / 4)
    expect(readByteCount).toBeGreaterThan(0)
  })
})

describe('a file is refused', () => {
  it('when it is empty', async () => {
    expect(await describePicture([])).toBe('image_empty')
  })

  it.each([
    ['text', ascii('just words')],
    ['text that begins like a bitmap', ascii('BM is short for bitmap, which this is not')],
    ['one byte', [0xff]],
    ['SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['SVG with a prologue', ascii('<?xml version="1.0"?><svg/>')],
    ['TIFF, Intel', [...ascii('II'), 42, 0, 8, 0, 0, 0, 0, 0, 0, 0]],
    ['TIFF, Motorola', [...ascii('MM'), 0, 42, 0, 0, 0, 8, 0, 0, 0, 0]],
    ['PDF', ascii('%PDF-1.7 and more')],
    ['a film', [...u32(16), ...ascii('ftypisom'), ...u32(0)]],
    ['sound in a RIFF file', [...ascii('RIFF'), ...u32(40, true), ...ascii('WAVEfmt ')]],
  ])('as no picture when it is %s', async (_name, bytes) => {
    expect(await describePicture(bytes)).toBe('image_type')
  })

  it('as broken when a JPEG header is destroyed', async () => {
    expect(await describePicture([0xff, 0xd8, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55], END_OF_IMAGE)).toBe('image_broken')
  })

  it('as broken when a header holds no size', async () => {
    expect(await describePicture(jpeg(0, 480), END_OF_IMAGE)).toBe('image_broken')
    expect(await describePicture(png(640, 0))).toBe('image_broken')
    expect(await describePicture(heif('avif'))).toBe('image_broken')
  })

  it.each([
    ['JPEG in its scan', jpeg(640, 480)],
    ['JPEG in its header', jpeg(640, 480).slice(0, 9)],
    ['JPEG whose EXIF thumbnail alone is whole', jpeg(640, 480, segment(0xe1, [...ascii('Exif\0\0'), 0xff, 0xd8, 0xff, 0xd9]))],
    ['PNG before its end', png(640, 480).slice(0, -12)],
    ['PNG in its header', png(640, 480).slice(0, 20)],
    ['WebP', webpExtended(640, 480, 0).slice(0, -4)],
    ['GIF in its first frame', gif(64, 48, 1).slice(0, -5)],
    ['BMP', bmp(60, 40).slice(0, -50)],
    ['AVIF', heif('avif', [640, 480]).slice(0, -1)],
  ])('as cut short when it is a %s', async (_name, bytes) => {
    expect(await describePicture(bytes)).toBe('image_truncated')
  })
})

describe('a JPEG', () => {
  it('followed by a video, as phones write it, is whole', async () => {
    const video = filledBytes(200_000, 0x11)
    expect(await describePicture(jpeg(640, 480), END_OF_IMAGE, video)).toBe('image/jpeg 640x480')
  })

  it('whose end marker falls on the border between two reads is whole', async () => {
    const head = jpeg(640, 480)
    for (const shift of [-1, 0, 1]) {
      const scan = filledBytes(262_144 - 5 + shift, 0x22)
      expect(await describePicture(head, scan, END_OF_IMAGE, filledBytes(90_000, 0x11))).toBe('image/jpeg 640x480')
    }
  })

  it('is read past headers of several hundred kilobytes', async () => {
    const profiles = Array.from({ length: 9 }, () => segment(0xe2, filledBytes(65_000, 0x33)))
    expect(await describePicture(jpeg(640, 480, ...profiles), END_OF_IMAGE)).toBe('image/jpeg 640x480')
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i has the size a person sees, in either byte order', async (orientation) => {
    const displayedSize = orientation > 4 ? 'image/jpeg 480x640' : 'image/jpeg 640x480'
    expect(await describePicture(jpeg(640, 480, exif(orientation)), END_OF_IMAGE)).toBe(displayedSize)
    expect(await describePicture(jpeg(640, 480, exif(orientation, true)), END_OF_IMAGE)).toBe(displayedSize)
  })

  it('with EXIF that cannot be read counts as upright', async () => {
    const cutExif = segment(0xe1, exif(6).slice(4, 26))
    const impossibleExif = exif(9)
    const wildExif = segment(0xe1, [...ascii('Exif\0\0MM'), 0, 42, 0xff, 0xff, 0xff, 0xf0, 0, 0])
    for (const bytes of [cutExif, impossibleExif, wildExif])
      expect(await describePicture(jpeg(640, 480, bytes), END_OF_IMAGE)).toBe('image/jpeg 640x480')
  })
})
