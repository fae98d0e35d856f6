import type { Size } from '#shared/domain/media-limits.ts'
import type { ByteSource } from './byte-source.ts'
import { readBoxes, type Box } from './heif-boxes.ts'

const FULL_BOX_BYTES = 4
const MAX_TABLE_BYTES = 64 * 1024

const NO_SIZE: Size = { width: 0, height: 0 }

/** The upright size of the primary picture by its own properties; where it names no size, the largest in the file. */
export async function readHeifSize(bytes: ByteSource, meta: readonly Box[]): Promise<Size> {
  const properties = await readBoxesIn(bytes, meta, 'iprp')
  const all = await readBoxesIn(bytes, properties, 'ipco')
  const places = await readPrimaryProperties(bytes, meta, properties)
  const own = all.filter((_, i) => places.has(i + 1))
  const size = (await largestSize(bytes, own)) ?? (await largestSize(bytes, all)) ?? NO_SIZE
  return (await isLaidDown(bytes, own)) ? { width: size.height, height: size.width } : size
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

async function isLaidDown(bytes: ByteSource, properties: readonly Box[]): Promise<boolean> {
  const turn = properties.find(({ name }) => name === 'irot')
  return turn !== undefined && (await bytes.reach(turn.content, 1)) && bytes.u8(turn.content) % 2 === 1
}

/** Which properties, counted from 1, the table `ipma` gives to the item that `pitm` calls the primary one. */
async function readPrimaryProperties(bytes: ByteSource, meta: readonly Box[], properties: readonly Box[]): Promise<Set<number>> {
  const primary = await readPrimaryId(bytes, meta)
  const table = properties.find(({ name }) => name === 'ipma')
  if (primary === null || table === undefined) return new Set()
  const end = Math.min(table.end, table.content + MAX_TABLE_BYTES)
  if (!(await bytes.reach(table.content, end - table.content))) return new Set()
  const idBytes = bytes.u8(table.content) === 0 ? 2 : 4
  const placeBytes = (bytes.u8(table.content + 3) & 1) === 0 ? 1 : 2
  let at = table.content + FULL_BOX_BYTES + 4
  while (at + idBytes + 1 <= end) {
    const id = idBytes === 2 ? bytes.u16(at) : bytes.u32(at)
    const first = at + idBytes + 1
    const count = bytes.u8(first - 1)
    if (id === primary) {
      return new Set(
        Array.from({ length: count }, (_, i) => (placeBytes === 1 ? bytes.u8(first + i) & 0x7f : bytes.u16(first + i * 2) & 0x7fff)),
      )
    }
    at = first + count * placeBytes
  }
  return new Set()
}

async function readPrimaryId(bytes: ByteSource, meta: readonly Box[]): Promise<number | null> {
  const box = meta.find(({ name }) => name === 'pitm')
  if (box === undefined || !(await bytes.reach(box.content, FULL_BOX_BYTES + 2))) return null
  return bytes.u8(box.content) === 0 ? bytes.u16(box.content + FULL_BOX_BYTES) : bytes.u32(box.content + FULL_BOX_BYTES)
}
