/** Hand-made picture files: each has just enough bytes to be recognised as its file type. */

export type Bytes = readonly number[]

export function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

export function u16(value: number, isLittleEndian = false): number[] {
  const bytes = [(value >>> 8) & 255, value & 255]
  return isLittleEndian ? bytes.toReversed() : bytes
}

export function u32(value: number, isLittleEndian = false): number[] {
  const bytes = [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
  return isLittleEndian ? bytes.toReversed() : bytes
}

export function fileOf(...parts: Bytes[]): Blob {
  return new Blob(parts.map((part) => new Uint8Array(part)))
}

export const END_OF_IMAGE: Bytes = [0xff, 0xd9]

export function segment(marker: number, payload: Bytes): number[] {
  return [0xff, marker, ...u16(payload.length + 2), ...payload]
}

export interface TiffOptions {
  readonly orientation?: number
  readonly isLittleEndian?: boolean
  /** Tags of the GPS directory. If undefined, there is no such directory. */
  readonly gpsTags?: readonly number[]
}

/** A TIFF structure, in which every file type stores its EXIF. */
export function tiff({ orientation = 1, isLittleEndian = false, gpsTags }: TiffOptions = {}): number[] {
  const short = (value: number) => u16(value, isLittleEndian)
  const long = (value: number) => u32(value, isLittleEndian)
  const entry = (tag: number, type: number, count: number, value: Bytes) => [...short(tag), ...short(type), ...long(count), ...value]
  const directory = (...entries: Bytes[]) => [...short(entries.length), ...entries.flat(), ...long(0)]
  const header = [...ascii(isLittleEndian ? 'II' : 'MM'), ...short(42), ...long(8)]
  const orientationEntry = entry(0x0112, 3, 1, [...short(orientation), 0, 0])
  if (gpsTags === undefined) return [...header, ...directory(orientationEntry)]
  const firstDirectory = (at: number) => directory(orientationEntry, entry(0x8825, 4, 1, long(at)))
  const gpsDirectory = directory(...gpsTags.map((tag) => entry(tag, 5, 3, long(0))))
  return [...header, ...firstDirectory(8 + firstDirectory(0).length), ...gpsDirectory]
}

export function exif(orientation: number, isLittleEndian = false): number[] {
  return exifSegment(tiff({ orientation, isLittleEndian }))
}

export function exifSegment(directories: Bytes): number[] {
  return segment(0xe1, [...ascii('Exif\0\0'), ...directories])
}

export function xmp(properties: string): number[] {
  return ascii(`<x:xmpmeta><rdf:Description ${properties}/></x:xmpmeta>`)
}

/** A JPEG up to the end of its scan's data, without the end marker. */
export function jpeg(width: number, height: number, ...extraSegments: Bytes[]): number[] {
  const frame = segment(0xc0, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0])
  const scan = segment(0xda, [1, 1, 0, 0, 63, 0])
  return [0xff, 0xd8, ...extraSegments.flat(), ...frame, ...scan, 0x12, 0x34, 0xff, 0x00, 0x56]
}

export function chunk(name: string, content: Bytes): number[] {
  return [...u32(content.length), ...ascii(name), ...content, 0, 0, 0, 0]
}

const IEND: Bytes = [0, 0, 0, 0, ...ascii('IEND'), 0xae, 0x42, 0x60, 0x82]

export function png(width: number, height: number, ...chunksBeforeData: Bytes[]): number[] {
  const header = chunk('IHDR', [...u32(width), ...u32(height), 8, 6, 0, 0, 0])
  return [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a, ...header, ...chunksBeforeData.flat(), ...chunk('IDAT', [1, 2, 3]), ...IEND]
}

export function webp(...chunks: Bytes[]): number[] {
  const content = chunks.flat()
  return [...ascii('RIFF'), ...u32(content.length + 4, true), ...ascii('WEBP'), ...content]
}

export function riffChunk(name: string, content: Bytes): number[] {
  return [...ascii(name), ...u32(content.length, true), ...content, ...(content.length % 2 === 0 ? [] : [0])]
}

export function webpExtended(width: number, height: number, flags: number, ...chunks: Bytes[]): number[] {
  const u24 = (value: number) => u32(value, true).slice(0, 3)
  return webp(riffChunk('VP8X', [flags, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)]), ...chunks)
}

/** A GIF. `before` holds the blocks before the first frame. `frame` is the size of each frame and may be larger than the screen. */
export function gif(width: number, height: number, frames: number, { before = [], frame = [width, height] }: GifOptions = {}): number[] {
  const control = [0x21, 0xf9, 4, 0, 0, 0, 0, 0]
  const image = [0x2c, ...u16(0), ...u16(0), ...u16(frame[0] ?? 0, true), ...u16(frame[1] ?? 0, true), 0, 2, 3, 1, 2, 3, 0]
  const body = Array.from({ length: frames }, () => [...control, ...image]).flat()
  return [...ascii('GIF89a'), ...u16(width, true), ...u16(height, true), 0, 0, 0, ...before, ...body, 0x3b]
}

interface GifOptions {
  readonly before?: Bytes
  readonly frame?: Bytes
}

export function bmp(width: number, height: number, dataBytes = Math.ceil((width * 24) / 32) * 4 * Math.abs(height)): number[] {
  return [...bmpHeader(width, height, dataBytes), ...filledBytes(dataBytes, 7)]
}

/** The header of a BMP of 24 bits a pixel; `packing` 0 means uncompressed. */
export function bmpHeader(width: number, height: number, dataBytes: number, packing = 0): number[] {
  const layout = [...u16(1, true), ...u16(24, true), ...u32(packing, true), ...filledBytes(20, 0)]
  const info = [...u32(40, true), ...u32(width, true), ...u32(height, true), ...layout]
  return [...ascii('BM'), ...u32(54 + dataBytes, true), ...u32(0), ...u32(54, true), ...info]
}

export function filledBytes(length: number, byte: number): number[] {
  return Array.from({ length }, () => byte)
}

export function box(name: string, ...content: Bytes[]): number[] {
  const bytes = content.flat()
  return [...u32(bytes.length + 8), ...ascii(name), ...bytes]
}

export function heif(brand: string, ...sizes: (readonly [number, number])[]): number[] {
  return heifOf(brand, sizes.map(ispe))
}

export function ispe([width, height]: readonly [number, number]): number[] {
  return box('ispe', u32(0), u32(width), u32(height))
}

export interface HeifItem {
  readonly name: 'Exif' | 'mime'
  readonly content: Bytes
}

interface HeifOptions {
  /** The indices of the primary picture's properties, counted from 1. */
  readonly primaryProperties?: readonly number[]
  /** Metadata items; their content is stored after the pixels. */
  readonly items?: readonly HeifItem[]
}

/** A HEIF container with these properties. With `primaryProperties`, item 1 is the primary picture. */
export function heifOf(brand: string, properties: readonly Bytes[], { primaryProperties, items = [] }: HeifOptions = {}): number[] {
  const ftyp = box('ftyp', ascii(brand), u32(0), ascii('mif1'), ascii(brand))
  const primaryBoxes =
    primaryProperties === undefined
      ? []
      : [...box('pitm', u32(0), u16(1)), ...box('iprp', box('ipco', ...properties), ipma(primaryProperties))]
  const propertyBoxes = primaryProperties === undefined ? box('iprp', box('ipco', ...properties)) : []
  const names = items.map(({ name }, i) => box('infe', [2, 0, 0, 0], u16(i + 2), u16(0), ascii(name), [0]))
  const meta = (start: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0)),
      primaryBoxes,
      propertyBoxes,
      box('iinf', u32(0), u16(items.length), ...names),
      iloc(start, items),
    )
  const pixels = [1, 2, 3]
  const start = ftyp.length + meta(0).length + 8 + pixels.length
  return [...ftyp, ...meta(start), ...box('mdat', pixels, ...items.map(({ content }) => content))]
}

/** Property associations of two items. The first is not the primary picture, so a reader must check the ids. */
function ipma(primaryProperties: readonly number[]): number[] {
  return box('ipma', u32(0), u32(2), u16(9), [1, 1], u16(1), [primaryProperties.length, ...primaryProperties.map((index) => 0x80 | index)])
}

function iloc(start: number, items: readonly HeifItem[]): number[] {
  const base = 9
  let offset = start - base
  const entries = items.map(({ content }, i) => {
    offset += content.length
    return [...u16(i + 2), ...u16(0), ...u32(base), ...u16(1), ...u32(offset - content.length), ...u32(content.length)]
  })
  return box('iloc', u32(0), u16(0x4440), u16(items.length), ...entries)
}
