import type { ByteSource } from './byte-source.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const FIRST_CHUNK = 8
const CHUNK_FRAME_BYTES = 12
const IEND = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82] as const

export async function readPngHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(FIRST_CHUNK, CHUNK_FRAME_BYTES + 13))) return problem('image_truncated')
  if (bytes.ascii(FIRST_CHUNK + 4, 4) !== 'IHDR') return problem('image_broken', 'no IHDR')
  const width = bytes.u32(FIRST_CHUNK + 8)
  const height = bytes.u32(FIRST_CHUNK + 12)
  let isAnimated = false
  let offset = FIRST_CHUNK
  while (await bytes.reach(offset, 8)) {
    const name = bytes.ascii(offset + 4, 4)
    if (name === 'IDAT')
      return (await bytes.contains(IEND, offset)) ? headOf('image/png', width, height, isAnimated) : problem('image_truncated')
    if (name === 'acTL') isAnimated = true
    offset += CHUNK_FRAME_BYTES + bytes.u32(offset)
  }
  return problem('image_truncated')
}
