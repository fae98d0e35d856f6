import type { ByteSource } from './byte-source.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const AVIF_BRANDS = new Set(['avif', 'avis'])
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])
const SEQUENCE_BRANDS = new Set(['avis', 'hevc', 'hevx', 'msf1'])
const MAX_BRANDS = 32

interface Box {
  readonly name: string
  readonly content: number
  readonly end: number
}

/** AVIF and HEIC share one container: the size is the largest `ispe` property. */
export async function readHeifHead(bytes: ByteSource): Promise<HeadResult> {
  const brands = await readBrands(bytes)
  const isAvif = brands.some((brand) => AVIF_BRANDS.has(brand))
  if (!isAvif && !brands.some((brand) => HEIC_BRANDS.has(brand))) return problem('image_type')
  let size = { width: 0, height: 0 }
  let offset = 0
  while (offset < bytes.size) {
    const box = await readBox(bytes, offset, bytes.size)
    if (box === null) return problem('image_truncated')
    if (box.name === 'meta') size = await largestSize(bytes, box.content + 4, box.end, size)
    offset = box.end
  }
  return headOf(isAvif ? 'image/avif' : 'image/heic', size.width, size.height, SEQUENCE_BRANDS.has(brands[0] ?? ''))
}

async function readBrands(bytes: ByteSource): Promise<string[]> {
  const box = await readBox(bytes, 0, bytes.size)
  if (box === null) return []
  const count = Math.min(MAX_BRANDS, Math.floor((box.end - box.content) / 4))
  if (!(await bytes.reach(box.content, count * 4))) return []
  return Array.from({ length: count }, (_, i) => bytes.ascii(box.content + i * 4, 4))
}

async function largestSize(bytes: ByteSource, from: number, end: number, known: { width: number; height: number }) {
  let size = known
  let offset = from
  while (offset < end) {
    const box = await readBox(bytes, offset, end)
    if (box === null) return size
    if (box.name === 'iprp' || box.name === 'ipco') size = await largestSize(bytes, box.content, box.end, size)
    if (box.name === 'ispe' && (await bytes.reach(box.content, 12))) {
      const found = { width: bytes.u32(box.content + 4), height: bytes.u32(box.content + 8) }
      if (found.width * found.height > size.width * size.height) size = found
    }
    offset = box.end
  }
  return size
}

async function readBox(bytes: ByteSource, offset: number, limit: number): Promise<Box | null> {
  if (!(await bytes.reach(offset, 8))) return null
  const name = bytes.ascii(offset + 4, 4)
  const short = bytes.u32(offset)
  if (short === 0) return { name, content: offset + 8, end: limit }
  if (short !== 1) return boxWithin(name, offset + 8, offset + short, limit)
  if (!(await bytes.reach(offset, 16))) return null
  return boxWithin(name, offset + 16, offset + bytes.u32(offset + 8) * 2 ** 32 + bytes.u32(offset + 12), limit)
}

function boxWithin(name: string, content: number, end: number, limit: number): Box | null {
  return end >= content && end <= limit ? { name, content, end } : null
}
