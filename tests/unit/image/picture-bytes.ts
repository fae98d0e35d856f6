/** Hand-made files: just enough bytes to look like each kind. */

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

export function exif(orientation: number, isLittleEndian = false): number[] {
  const entry = [
    ...u16(0x0112, isLittleEndian),
    ...u16(3, isLittleEndian),
    ...u32(1, isLittleEndian),
    ...u16(orientation, isLittleEndian),
    0,
    0,
  ]
  const tiff = [
    ...ascii(isLittleEndian ? 'II' : 'MM'),
    ...u16(42, isLittleEndian),
    ...u32(8, isLittleEndian),
    ...u16(1, isLittleEndian),
    ...entry,
  ]
  return segment(0xe1, [...ascii('Exif\0\0'), ...tiff, ...u32(0)])
}

/** A JPEG up to and with its scan's data, but without the end marker. */
export function jpeg(width: number, height: number, ...extra: Bytes[]): number[] {
  const frame = segment(0xc0, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0])
  const scan = segment(0xda, [1, 1, 0, 0, 63, 0])
  return [0xff, 0xd8, ...extra.flat(), ...frame, ...scan, 0x12, 0x34, 0xff, 0x00, 0x56]
}

export function chunk(name: string, content: Bytes): number[] {
  return [...u32(content.length), ...ascii(name), ...content, 0, 0, 0, 0]
}

const IEND: Bytes = [0, 0, 0, 0, ...ascii('IEND'), 0xae, 0x42, 0x60, 0x82]

export function png(width: number, height: number, ...beforeData: Bytes[]): number[] {
  const header = chunk('IHDR', [...u32(width), ...u32(height), 8, 6, 0, 0, 0])
  return [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a, ...header, ...beforeData.flat(), ...chunk('IDAT', [1, 2, 3]), ...IEND]
}

export function webp(...chunks: Bytes[]): number[] {
  const content = chunks.flat()
  return [...ascii('RIFF'), ...u32(content.length + 4, true), ...ascii('WEBP'), ...content]
}

export function webpExtended(width: number, height: number, flags: number): number[] {
  const u24 = (value: number) => u32(value, true).slice(0, 3)
  return webp([...ascii('VP8X'), ...u32(10, true), flags, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)])
}

export function gif(width: number, height: number, frames: number): number[] {
  const frame = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, ...u16(0), ...u16(0), ...u16(width, true), ...u16(height, true), 0, 2, 3, 1, 2, 3, 0]
  const screen = [...ascii('GIF89a'), ...u16(width, true), ...u16(height, true), 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  return [...screen, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]
}

export function bmp(width: number, height: number, dataBytes = Math.ceil((width * 24) / 32) * 4 * Math.abs(height)): number[] {
  const info = [
    ...u32(40, true),
    ...u32(width, true),
    ...u32(height, true),
    ...u16(1, true),
    ...u16(24, true),
    ...u32(0),
    ...Array(20).fill(0),
  ]
  return [...ascii('BM'), ...u32(54 + dataBytes, true), ...u32(0), ...u32(54, true), ...info, ...Array(dataBytes).fill(7)]
}

function box(name: string, ...content: Bytes[]): number[] {
  const bytes = content.flat()
  return [...u32(bytes.length + 8), ...ascii(name), ...bytes]
}

export function heif(brand: string, ...sizes: (readonly [number, number])[]): number[] {
  const properties = sizes.map(([width, height]) => box('ispe', u32(0), u32(width), u32(height)))
  const meta = box('meta', u32(0), box('hdlr', u32(0)), box('iprp', box('ipco', ...properties)))
  return [...box('ftyp', ascii(brand), u32(0), ascii('mif1'), ascii(brand)), ...meta, ...box('mdat', [1, 2, 3])]
}
