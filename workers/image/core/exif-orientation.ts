import type { ByteSource } from './byte-source.ts'

const EXIF_SIGNATURE = 'Exif\0\0'
const LITTLE_ENDIAN = 0x4949
const BIG_ENDIAN = 0x4d4d
const ORIENTATION_TAG = 0x0112
const ENTRY_BYTES = 12

/** The orientation, 1 to 8, that an APP1 payload at `offset` carries; null when it holds none that can be read. */
export function readExifOrientation(bytes: ByteSource, offset: number, length: number): number | null {
  if (length < EXIF_SIGNATURE.length + 8 || bytes.ascii(offset, EXIF_SIGNATURE.length) !== EXIF_SIGNATURE) return null
  const tiff = offset + EXIF_SIGNATURE.length
  const end = offset + length
  const byteOrder = bytes.u16(tiff)
  if (byteOrder !== LITTLE_ENDIAN && byteOrder !== BIG_ENDIAN) return null
  const isLittleEndian = byteOrder === LITTLE_ENDIAN
  const directory = tiff + bytes.u32(tiff + 4, isLittleEndian)
  if (directory + 2 > end) return null
  const count = bytes.u16(directory, isLittleEndian)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * ENTRY_BYTES
    if (entry + ENTRY_BYTES > end) return null
    if (bytes.u16(entry, isLittleEndian) !== ORIENTATION_TAG) continue
    const value = bytes.u16(entry + 8, isLittleEndian)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
