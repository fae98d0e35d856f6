import { type Turn, combineTurns, turnRect, turnedSize } from '#shared/domain/crop-rules.ts'
import type { Rect, Size } from '#shared/domain/media-limits.ts'
import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import { type ByteSource, type HeadResult, type Splice, headOf, problem } from './picture-head.ts'
import { readExif, moreSpecificMetadata, readXmp } from './exif-directory.ts'

const AVIF_BRANDS = new Set(['avif', 'avis'])
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])
const SEQUENCE_BRANDS = new Set(['avis', 'hevc', 'hevx', 'msf1'])
const FTYP_HEADER_BYTES = 8
const META_VERSION_BYTES = 4
const MAX_BRANDS = 32

/** Parses the header of an AVIF or HEIC file. Both types share one container. */
export async function readHeifHead(bytes: ByteSource): Promise<HeadResult> {
  const brands = await readBrands(bytes)
  const isAvif = brands.some((brand) => AVIF_BRANDS.has(brand))
  if (!isAvif && !brands.some((brand) => HEIC_BRANDS.has(brand))) return problem('image_type')
  const { boxes, isComplete, end } = await readBoxes(bytes, 0, bytes.size)
  if (!isComplete && !(await isJunk(bytes, boxes, end))) return problem('image_truncated')
  const meta = boxes.find(({ name }) => name === 'meta')
  if (meta === undefined) return problem('image_broken', 'no meta box')
  const metaBoxes = (await readBoxes(bytes, meta.content + META_VERSION_BYTES, meta.end)).boxes
  const { width, height, part, resetSplice } = await readHeifSize(bytes, metaBoxes)
  const metadata = await readHeifMetadata(bytes, metaBoxes)
  const isAnimated = SEQUENCE_BRANDS.has(brands[0] ?? '')
  if (isAvif) return headOf('image/avif', width, height, { isAnimated, metadata, part, resetSplice })
  return headOf('image/heic', width, height, { isAnimated, metadata, part })
}

/** Whether the bytes at `offset`, after the pixel data, are not a box. Decoders ignore such bytes. */
async function isJunk(bytes: ByteSource, boxes: readonly Box[], offset: number): Promise<boolean> {
  if (!boxes.some(({ name }) => name === 'mdat')) return false
  return !(await bytes.reach(offset, BOX_HEADER_BYTES)) || !/^[a-z]{4}$/i.test(bytes.ascii(offset + 4, 4))
}

async function readBrands(bytes: ByteSource): Promise<string[]> {
  await bytes.reach(0, Math.min(bytes.size, FTYP_HEADER_BYTES + MAX_BRANDS * 4))
  const count = Math.min(MAX_BRANDS, Math.floor((bytes.u32(0) - FTYP_HEADER_BYTES) / 4))
  return Array.from({ length: Math.max(0, count) }, (_, i) => bytes.ascii(FTYP_HEADER_BYTES + i * 4, 4))
}

const BOX_HEADER_BYTES = 8
const LARGE_BOX_HEADER_BYTES = 16
/** The maximum number of sibling boxes that are read. Real files have a few hundred. */
const MAX_BOXES = 4096

interface Box {
  readonly name: string
  readonly content: number
  readonly end: number
}

interface Boxes {
  readonly boxes: Box[]
  readonly isComplete: boolean
  /** The end of the last box. */
  readonly end: number
}

/** Reads the sibling boxes up to `limit`. `isComplete` is false if a box does not fit. */
async function readBoxes(bytes: ByteSource, from: number, limit: number): Promise<Boxes> {
  const boxes: Box[] = []
  let end = from
  while (end < limit && boxes.length < MAX_BOXES) {
    const box = await readBox(bytes, end, limit)
    if (box === null) return { boxes, isComplete: false, end }
    boxes.push(box)
    end = box.end
  }
  return { boxes, isComplete: true, end }
}

async function readBox(bytes: ByteSource, offset: number, limit: number): Promise<Box | null> {
  if (!(await bytes.reach(offset, BOX_HEADER_BYTES))) return null
  const name = bytes.ascii(offset + 4, 4)
  const shortSize = bytes.u32(offset)
  if (shortSize === 0) return { name, content: offset + BOX_HEADER_BYTES, end: limit }
  if (shortSize !== 1) return boxWithin(name, offset + BOX_HEADER_BYTES, offset + shortSize, limit)
  if (!(await bytes.reach(offset, LARGE_BOX_HEADER_BYTES))) return null
  return boxWithin(name, offset + LARGE_BOX_HEADER_BYTES, offset + bytes.u32(offset + 8) * 2 ** 32 + bytes.u32(offset + 12), limit)
}

function boxWithin(name: string, content: number, end: number, limit: number): Box | null {
  return end >= content && end <= limit ? { name, content, end } : null
}

const FULL_BOX_BYTES = 4
const MAX_TABLE_BYTES = 64 * 1024

interface HeifSize extends Size {
  /** The clean aperture in px of the upright picture; null if the whole picture is shown. */
  readonly part: Rect | null
  /** Removes the clean aperture from the file, because Firefox rejects an AVIF with a clean aperture. */
  readonly resetSplice: Splice | null
}

const NO_SIZE: Size = { width: 0, height: 0 }

/** The upright size of the primary picture by its own properties; if they have no size, the largest size in the file. */
async function readHeifSize(bytes: ByteSource, metaBoxes: readonly Box[]): Promise<HeifSize> {
  const properties = await readBoxesIn(bytes, metaBoxes, 'iprp')
  const allProperties = await readBoxesIn(bytes, properties, 'ipco')
  const associations = await readPrimaryProperties(bytes, metaBoxes, properties)
  const primaryProperties = allProperties.filter((_, i) => associations.has(i + 1))
  const apertureSplice = associations.get(allProperties.findIndex(({ name }, i) => name === 'clap' && associations.has(i + 1)) + 1) ?? null
  const size = (await largestSize(bytes, primaryProperties)) ?? (await largestSize(bytes, allProperties)) ?? NO_SIZE
  const turn = await readTurn(bytes, primaryProperties)
  const part = await readAperture(bytes, primaryProperties, size)
  return { ...turnedSize(size, turn), part: part === null ? null : turnRect(part, size, turn), resetSplice: apertureSplice }
}

async function readBoxesIn(bytes: ByteSource, boxes: readonly Box[], name: string): Promise<Box[]> {
  const parent = boxes.find((box) => box.name === name)
  return parent === undefined ? [] : (await readBoxes(bytes, parent.content, parent.end)).boxes
}

async function largestSize(bytes: ByteSource, properties: readonly Box[]): Promise<Size | null> {
  let largest: Size | null = null
  for (const { name, content } of properties) {
    if (name !== 'ispe' || !(await bytes.reach(content, FULL_BOX_BYTES + 8))) continue
    const size = { width: bytes.u32(content + 4), height: bytes.u32(content + 8) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

/** The turn by the picture's own properties: counterclockwise quarters, then mirrored. Decoders apply it. */
async function readTurn(bytes: ByteSource, properties: readonly Box[]): Promise<Turn> {
  const quarters = [0, 3, 2, 1] as const
  const rotation = quarters[(await readByte(bytes, properties, 'irot')) ?? 0] ?? 0
  const axis = await readByte(bytes, properties, 'imir')
  const mirror: Turn = { quarters: axis === 0 ? 2 : 0, isMirrored: axis !== null }
  return combineTurns({ quarters: rotation, isMirrored: false }, mirror)
}

async function readByte(bytes: ByteSource, properties: readonly Box[], name: string): Promise<number | null> {
  const property = properties.find((box) => box.name === name)
  return property !== undefined && (await bytes.reach(property.content, 1)) ? bytes.u8(property.content) : null
}

const APERTURE_BYTES = 32

/** The clean aperture, in whole px of the unturned picture; null without one, or if it exceeds the picture. */
async function readAperture(bytes: ByteSource, properties: readonly Box[], size: Size): Promise<Rect | null> {
  const box = properties.find(({ name }) => name === 'clap')
  if (box === undefined || !(await bytes.reach(box.content, APERTURE_BYTES))) return null
  const readFraction = (index: number) => (bytes.u32(box.content + index * 8) | 0) / bytes.u32(box.content + index * 8 + 4)
  const [width, height] = [Math.round(readFraction(0)), Math.round(readFraction(1))]
  const x = Math.round((size.width - width) / 2 + readFraction(2))
  const y = Math.round((size.height - height) / 2 + readFraction(3))
  const isWithin = width >= 1 && height >= 1 && x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height
  return isWithin && (width < size.width || height < size.height) ? { x, y, width, height } : null
}

/**
 * The properties (numbered from 1) of the primary item `pitm` in the table `ipma`, each with the splice that removes it. The number 0 means
 * no property.
 */
async function readPrimaryProperties(
  bytes: ByteSource,
  metaBoxes: readonly Box[],
  properties: readonly Box[],
): Promise<Map<number, Splice>> {
  const primaryId = await readPrimaryId(bytes, metaBoxes)
  const table = properties.find(({ name }) => name === 'ipma')
  if (primaryId === null || table === undefined) return new Map()
  const end = Math.min(table.end, table.content + MAX_TABLE_BYTES)
  if (!(await bytes.reach(table.content, end - table.content))) return new Map()
  const idBytes = bytes.u8(table.content) === 0 ? 2 : 4
  const propertyIndexBytes = (bytes.u8(table.content + 3) & 1) === 0 ? 1 : 2
  let at = table.content + FULL_BOX_BYTES + 4
  while (at + idBytes + 1 <= end) {
    const id = idBytes === 2 ? bytes.u16(at) : bytes.u32(at)
    const firstAt = at + idBytes + 1
    const count = bytes.u8(firstAt - 1)
    if (id === primaryId) {
      return new Map(
        Array.from({ length: count }, (_, i) => {
          const from = firstAt + i * propertyIndexBytes
          const number = propertyIndexBytes === 1 ? bytes.u8(from) & 0x7f : bytes.u16(from) & 0x7fff
          return [number, { from, to: from + propertyIndexBytes, bytes: propertyIndexBytes === 1 ? [0] : [0, 0] }]
        }),
      )
    }
    at = firstAt + count * propertyIndexBytes
  }
  return new Map()
}

async function readPrimaryId(bytes: ByteSource, metaBoxes: readonly Box[]): Promise<number | null> {
  const box = metaBoxes.find(({ name }) => name === 'pitm')
  if (box === undefined || !(await bytes.reach(box.content, FULL_BOX_BYTES + 2))) return null
  return bytes.u8(box.content) === 0 ? bytes.u16(box.content + FULL_BOX_BYTES) : bytes.u32(box.content + FULL_BOX_BYTES)
}

const MAX_ITEMS = 4096
/** The header before an Exif item's TIFF data; it contains the offset of the data. */
const EXIF_OFFSET_BYTES = 4

interface ItemLocation {
  readonly offset: number
  readonly length: number
}

/** The Exif and XMP items of `iinf` are metadata. The content of an item is read if `iloc` gives one range of the file for it. */
async function readHeifMetadata(bytes: ByteSource, metaBoxes: readonly Box[]): Promise<SourceMetadata> {
  const names = await readItemNames(bytes, metaBoxes)
  if (names.size === 0) return 'none'
  const locations = await readLocations(bytes, metaBoxes, names)
  let metadata: SourceMetadata = 'some'
  for (const [id, { offset, length }] of locations) {
    if (names.get(id) === 'mime') {
      metadata = moreSpecificMetadata(metadata, await readXmp(bytes, offset, length))
    } else if (await bytes.reach(offset, EXIF_OFFSET_BYTES)) {
      const skippedBytes = EXIF_OFFSET_BYTES + bytes.u32(offset)
      metadata = moreSpecificMetadata(metadata, (await readExif(bytes, offset + skippedBytes, length - skippedBytes)).metadata)
    }
  }
  return metadata
}

/** The types of the items with metadata, by item id: 'Exif', or 'mime' for XMP. */
async function readItemNames(bytes: ByteSource, metaBoxes: readonly Box[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  const table = metaBoxes.find(({ name }) => name === 'iinf')
  if (table === undefined || !(await bytes.reach(table.content, FULL_BOX_BYTES))) return names
  const countBytes = bytes.u8(table.content) === 0 ? 2 : 4
  const { boxes } = await readBoxes(bytes, table.content + FULL_BOX_BYTES + countBytes, table.end)
  for (const { content, end } of boxes) {
    if (end - content < FULL_BOX_BYTES + 8 || !(await bytes.reach(content, FULL_BOX_BYTES + 8))) continue
    const version = bytes.u8(content)
    if (version < 2) continue
    const idBytes = version === 2 ? 2 : 4
    const id = idBytes === 2 ? bytes.u16(content + FULL_BOX_BYTES) : bytes.u32(content + FULL_BOX_BYTES)
    const name = bytes.ascii(content + FULL_BOX_BYTES + idBytes + 2, 4)
    if (name === 'Exif' || name === 'mime') names.set(id, name)
  }
  return names
}

/** The ranges of the wanted items in the file. Items in several extents or in another box are skipped. */
async function readLocations(
  bytes: ByteSource,
  meta: readonly Box[],
  wantedItems: ReadonlyMap<number, string>,
): Promise<Map<number, ItemLocation>> {
  const locations = new Map<number, ItemLocation>()
  const table = meta.find(({ name }) => name === 'iloc')
  if (table === undefined) return locations
  const end = Math.min(table.end, table.content + MAX_TABLE_BYTES)
  if (!(await bytes.reach(table.content, end - table.content))) return locations
  const version = bytes.u8(table.content)
  const fieldSizes = bytes.u16(table.content + FULL_BOX_BYTES)
  const [offsetBytes, lengthBytes, baseBytes] = [fieldSizes >>> 12, (fieldSizes >>> 8) & 15, (fieldSizes >>> 4) & 15]
  const indexBytes = version === 0 ? 0 : fieldSizes & 15
  const idBytes = version < 2 ? 2 : 4
  let at = table.content + FULL_BOX_BYTES + 2
  const readNext = (size: number) => {
    at += size
    return numberAt(bytes, at - size, size)
  }
  const count = Math.min(MAX_ITEMS, readNext(idBytes))
  for (let i = 0; i < count && at < end; i++) {
    const id = readNext(idBytes)
    const method = version === 0 ? 0 : readNext(2) & 15
    readNext(2)
    const baseOffset = readNext(baseBytes)
    const extentCount = readNext(2)
    readNext(indexBytes)
    const location = { offset: baseOffset + readNext(offsetBytes), length: readNext(lengthBytes) }
    at += (extentCount - 1) * (indexBytes + offsetBytes + lengthBytes)
    if (extentCount === 1 && method === 0 && wantedItems.has(id)) locations.set(id, location)
  }
  return locations
}

/** A big-endian number of 0, 2, 4 or 8 bytes. */
function numberAt(bytes: ByteSource, offset: number, size: number): number {
  if (size === 8) return bytes.u32(offset) * 2 ** 32 + bytes.u32(offset + 4)
  return size === 4 ? bytes.u32(offset) : size === 2 ? bytes.u16(offset) : 0
}
