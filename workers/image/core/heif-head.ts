import type { ByteSource } from './byte-source.ts'
import { readBoxes } from './heif-boxes.ts'
import { readHeifMetadata } from './heif-metadata.ts'
import { readHeifSize } from './heif-size.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const AVIF_BRANDS = new Set(['avif', 'avis'])
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])
const SEQUENCE_BRANDS = new Set(['avis', 'hevc', 'hevx', 'msf1'])
const FTYP_HEADER_BYTES = 8
const META_VERSION_BYTES = 4
const MAX_BRANDS = 32

/** AVIF and HEIC share one container. */
export async function readHeifHead(bytes: ByteSource): Promise<HeadResult> {
  const brands = await readBrands(bytes)
  const isAvif = brands.some((brand) => AVIF_BRANDS.has(brand))
  if (!isAvif && !brands.some((brand) => HEIC_BRANDS.has(brand))) return problem('image_type')
  const { boxes, isWhole } = await readBoxes(bytes, 0, bytes.size)
  if (!isWhole) return problem('image_truncated')
  const meta = boxes.find(({ name }) => name === 'meta')
  if (meta === undefined) return problem('image_broken', 'no meta box')
  const inside = (await readBoxes(bytes, meta.content + META_VERSION_BYTES, meta.end)).boxes
  const { width, height } = await readHeifSize(bytes, inside)
  const metadata = await readHeifMetadata(bytes, inside)
  return headOf(isAvif ? 'image/avif' : 'image/heic', width, height, { isAnimated: SEQUENCE_BRANDS.has(brands[0] ?? ''), metadata })
}

async function readBrands(bytes: ByteSource): Promise<string[]> {
  await bytes.reach(0, Math.min(bytes.size, FTYP_HEADER_BYTES + MAX_BRANDS * 4))
  const count = Math.min(MAX_BRANDS, Math.floor((bytes.u32(0) - FTYP_HEADER_BYTES) / 4))
  return Array.from({ length: Math.max(0, count) }, (_, i) => bytes.ascii(FTYP_HEADER_BYTES + i * 4, 4))
}
