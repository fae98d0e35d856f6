import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import type { ByteSource } from './byte-source.ts'
import { readExif } from './exif-directory.ts'
import { readBoxes, type Box } from './heif-boxes.ts'
import { moreTelling, readXmp } from './source-metadata.ts'

const FULL_BOX_BYTES = 4
const MAX_TABLE_BYTES = 64 * 1024
const MAX_ITEMS = 4096
/** Stands before the TIFF header of an Exif item and tells how far away it is. */
const EXIF_OFFSET_BYTES = 4

interface Place {
  readonly offset: number
  readonly length: number
}

/** The items that `iinf` calls Exif or XMP say something; what, is read where `iloc` can tell the place simply. */
export async function readHeifMetadata(bytes: ByteSource, meta: readonly Box[]): Promise<SourceMetadata> {
  const names = await readItemNames(bytes, meta)
  if (names.size === 0) return 'none'
  const places = await readPlaces(bytes, meta, names)
  let metadata: SourceMetadata = 'some'
  for (const [id, { offset, length }] of places) {
    if (names.get(id) === 'mime') {
      metadata = moreTelling(metadata, await readXmp(bytes, offset, length))
    } else if (await bytes.reach(offset, EXIF_OFFSET_BYTES)) {
      const skipped = EXIF_OFFSET_BYTES + bytes.u32(offset)
      metadata = moreTelling(metadata, (await readExif(bytes, offset + skipped, length - skipped)).metadata)
    }
  }
  return metadata
}

/** Items by id, those alone that carry metadata. */
async function readItemNames(bytes: ByteSource, meta: readonly Box[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  const table = meta.find(({ name }) => name === 'iinf')
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

/** Where the wanted items lie in the file; those in pieces or in another box are left out. */
async function readPlaces(bytes: ByteSource, meta: readonly Box[], wanted: ReadonlyMap<number, string>): Promise<Map<number, Place>> {
  const places = new Map<number, Place>()
  const table = meta.find(({ name }) => name === 'iloc')
  if (table === undefined) return places
  const end = Math.min(table.end, table.content + MAX_TABLE_BYTES)
  if (!(await bytes.reach(table.content, end - table.content))) return places
  const version = bytes.u8(table.content)
  const sizes = bytes.u16(table.content + FULL_BOX_BYTES)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >>> 12, (sizes >>> 8) & 15, (sizes >>> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  const idBytes = version < 2 ? 2 : 4
  let at = table.content + FULL_BOX_BYTES + 2
  const take = (size: number) => {
    at += size
    return numberAt(bytes, at - size, size)
  }
  const count = Math.min(MAX_ITEMS, take(idBytes))
  for (let i = 0; i < count && at < end; i++) {
    const id = take(idBytes)
    const method = version === 0 ? 0 : take(2) & 15
    take(2)
    const base = take(baseBytes)
    const extents = take(2)
    take(indexBytes)
    const place = { offset: base + take(offsetBytes), length: take(lengthBytes) }
    at += (extents - 1) * (indexBytes + offsetBytes + lengthBytes)
    if (extents === 1 && method === 0 && wanted.has(id)) places.set(id, place)
  }
  return places
}

/** Big-endian, of 0, 2, 4 or 8 bytes. */
function numberAt(bytes: ByteSource, offset: number, size: number): number {
  if (size === 8) return bytes.u32(offset) * 2 ** 32 + bytes.u32(offset + 4)
  return size === 4 ? bytes.u32(offset) : size === 2 ? bytes.u16(offset) : 0
}
