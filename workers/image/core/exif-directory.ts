import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import type { ByteSource, Splice } from './picture-head.ts'

const SIGNATURE = 'Exif\0\0'
const TIFF_HEADER_BYTES = 8
const LITTLE_ENDIAN = 0x4949
const BIG_ENDIAN = 0x4d4d
const ENTRY_BYTES = 12
const SHORT_TYPE = 3
const ORIENTATION_TAG = 0x0112
const GPS_TAG = 0x8825
/** Tags with a location: coordinates, destination, area name. A version or a time alone is no location. */
const LOCATION_TAGS = new Set([0x02, 0x04, 0x14, 0x16, 0x1c])

export interface ExifFacts {
  /** The orientation, 1 to 8; null if it is unreadable. */
  readonly orientation: number | null
  /** Sets the file's orientation to upright; null for a file without an orientation. */
  readonly resetSplice: Splice | null
  readonly metadata: SourceMetadata
}

/** The facts of a metadata block without an orientation. */
export function withoutOrientation(metadata: SourceMetadata): ExifFacts {
  return { orientation: null, resetSplice: null, metadata }
}

interface Entry {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly value: number
}

/** Reads only the first directory and the GPS directory, so that directories that refer to each other cause no endless loop. */
export async function readExif(bytes: ByteSource, offset: number, length: number): Promise<ExifFacts> {
  const readable = Math.min(length, MAX_METADATA_BYTES, bytes.size - offset)
  const end = offset + readable
  if (readable <= 0 || !(await bytes.reach(offset, readable))) return withoutOrientation('some')
  const tiff = bytes.ascii(offset, SIGNATURE.length) === SIGNATURE ? offset + SIGNATURE.length : offset
  const byteOrder = bytes.u16(tiff)
  if (tiff + TIFF_HEADER_BYTES > end || (byteOrder !== LITTLE_ENDIAN && byteOrder !== BIG_ENDIAN)) return withoutOrientation('some')
  const isLittleEndian = byteOrder === LITTLE_ENDIAN
  const firstDirectory = readEntries(bytes, tiff + bytes.u32(tiff + 4, isLittleEndian), end, isLittleEndian)
  const gps = firstDirectory.find(({ tag }) => tag === GPS_TAG)
  const gpsEntries = gps === undefined ? [] : readEntries(bytes, tiff + bytes.u32(gps.value, isLittleEndian), end, isLittleEndian)
  return {
    ...orientationOf(bytes, firstDirectory, isLittleEndian),
    metadata: gpsEntries.some(({ tag }) => LOCATION_TAGS.has(tag)) ? 'place' : 'some',
  }
}

/** The orientation of a directory. Only one value of the TIFF type SHORT counts, because browsers apply no other. */
function orientationOf(
  bytes: ByteSource,
  entries: readonly Entry[],
  isLittleEndian: boolean,
): Pick<ExifFacts, 'orientation' | 'resetSplice'> {
  const entry = entries.find(({ tag, type, count }) => tag === ORIENTATION_TAG && type === SHORT_TYPE && count === 1)
  const value = entry === undefined ? 0 : bytes.u16(entry.value, isLittleEndian)
  if (entry === undefined || value < 1 || value > 8) return { orientation: null, resetSplice: null }
  return { orientation: value, resetSplice: { from: entry.value, to: entry.value + 2, bytes: isLittleEndian ? [1, 0] : [0, 1] } }
}

function readEntries(bytes: ByteSource, directory: number, end: number, isLittleEndian: boolean): Entry[] {
  const count = Math.min(bytes.u16(directory, isLittleEndian), Math.floor((end - directory - 2) / ENTRY_BYTES))
  return Array.from({ length: count }, (_, i) => {
    const at = directory + 2 + i * ENTRY_BYTES
    return {
      tag: bytes.u16(at, isLittleEndian),
      type: bytes.u16(at + 2, isLittleEndian),
      count: bytes.u32(at + 4, isLittleEndian),
      value: at + 8,
    }
  })
}

/** Whether the orientation is 5 to 8, which swap the sides. */
export function hasSwappedSides(orientation: number | null): boolean {
  return orientation !== null && orientation >= 5
}

/** The maximum number of bytes that are read of a metadata block. A location is near the start of its block. */
const MAX_METADATA_BYTES = 256 * 1024
const XMP_LOCATION = /GPS(Dest)?L(at|ong)itude/

export function moreSpecificMetadata(firstKind: SourceMetadata, secondKind: SourceMetadata): SourceMetadata {
  return firstKind === 'place' || secondKind === 'none' ? firstKind : secondKind
}

/** Merges the facts of two metadata blocks: the first orientation, and the more specific kind of metadata. */
export function mergeExif(firstFacts: ExifFacts, secondFacts: ExifFacts): ExifFacts {
  const { orientation, resetSplice } = firstFacts.orientation === null ? secondFacts : firstFacts
  return { orientation, resetSplice, metadata: moreSpecificMetadata(firstFacts.metadata, secondFacts.metadata) }
}

/** An XMP packet at `offset` is always metadata. Its property names show whether it has a location. */
export async function readXmp(bytes: ByteSource, offset: number, length: number): Promise<SourceMetadata> {
  const readable = Math.min(length, MAX_METADATA_BYTES, bytes.size - offset)
  if (readable <= 0 || !(await bytes.reach(offset, readable))) return 'some'
  return XMP_LOCATION.test(bytes.ascii(offset, readable)) ? 'place' : 'some'
}
