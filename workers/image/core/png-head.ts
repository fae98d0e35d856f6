import type { ByteSource } from './byte-source.ts'
import { type ExifFacts, isLaidDown, readExif, moreTelling, readXmp } from './exif-directory.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const FIRST_CHUNK = 8
const CHUNK_FRAME_BYTES = 12
const IEND = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82] as const
/** Real files have some dozen chunks before their pixels; more are an attack. */
const MAX_CHUNKS = 4096

/** Metadata behind the pixels is ignored, as browsers do; the file itself is never passed on. */
export async function readPngHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(FIRST_CHUNK, CHUNK_FRAME_BYTES + 13))) return problem('image_truncated')
  if (bytes.ascii(FIRST_CHUNK + 4, 4) !== 'IHDR') return problem('image_broken', 'no IHDR')
  const width = bytes.u32(FIRST_CHUNK + 8)
  const height = bytes.u32(FIRST_CHUNK + 12)
  let isAnimated = false
  let told: ExifFacts = { orientation: null, metadata: 'none' }
  let offset = FIRST_CHUNK
  for (let chunks = 0; await bytes.reach(offset, 8); chunks++) {
    if (chunks > MAX_CHUNKS) return problem('image_broken', 'endless header')
    const name = bytes.ascii(offset + 4, 4)
    const length = bytes.u32(offset)
    if (name === 'IDAT') {
      if (!(await bytes.contains(IEND, offset))) return problem('image_truncated')
      const beside = { isAnimated, metadata: told.metadata }
      return isLaidDown(told.orientation) ? headOf('image/png', height, width, beside) : headOf('image/png', width, height, beside)
    }
    if (name === 'acTL') isAnimated = true
    const found = await readChunk(bytes, name, offset + 8, length)
    told = { orientation: told.orientation ?? found.orientation, metadata: moreTelling(told.metadata, found.metadata) }
    offset += CHUNK_FRAME_BYTES + length
  }
  return problem('image_truncated')
}

async function readChunk(bytes: ByteSource, name: string, content: number, length: number): Promise<ExifFacts> {
  switch (name) {
    case 'eXIf':
      return readExif(bytes, content, length)
    case 'iTXt':
      return { orientation: null, metadata: await readXmp(bytes, content, length) }
    case 'tEXt':
    case 'zTXt':
      return { orientation: null, metadata: 'some' }
    default:
      return { orientation: null, metadata: 'none' }
  }
}
