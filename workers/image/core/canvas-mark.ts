import type { Size } from '#shared/domain/media-limits.ts'

const FILE_HEADER_BYTES = 14
const HEADER_BYTES = FILE_HEADER_BYTES + 40 + 8

/** A test picture: a BMP with one bit per pixel, whose left half is black and whose right half is white. */
export function makeMark({ width, height }: Size): Blob {
  const rowBytes = 4 * Math.ceil(width / 32)
  const bytes = new Uint8Array(HEADER_BYTES + rowBytes * height)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0x424d)
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, HEADER_BYTES, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 1, true)
  view.setUint32(46, 2, true)
  view.setUint32(58, 0xffff_ff00)
  const halfRowBytes = Math.ceil(width / 16)
  for (let row = HEADER_BYTES; row < bytes.length; row += rowBytes) bytes.fill(0xff, row + halfRowBytes, row + rowBytes)
  return new Blob([bytes])
}
