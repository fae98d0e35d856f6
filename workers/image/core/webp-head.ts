import type { ByteSource } from './byte-source.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const RIFF_HEADER_BYTES = 8
const HEAD_BYTES = 30
const ANIMATION_FLAG = 0x02
const LOSSY_SIDE_MASK = 0x3fff

export async function readWebpHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, HEAD_BYTES))) return problem('image_truncated')
  if (bytes.u32(4, true) + RIFF_HEADER_BYTES > bytes.size + 1) return problem('image_truncated')
  switch (bytes.ascii(12, 4)) {
    case 'VP8X':
      return headOf('image/webp', bytes.u24(24) + 1, bytes.u24(27) + 1, (bytes.u8(20) & ANIMATION_FLAG) !== 0)
    case 'VP8L': {
      const packed = bytes.u32(21, true)
      return headOf('image/webp', (packed & LOSSY_SIDE_MASK) + 1, ((packed >>> 14) & LOSSY_SIDE_MASK) + 1)
    }
    case 'VP8 ':
      return headOf('image/webp', bytes.u16(26, true) & LOSSY_SIDE_MASK, bytes.u16(28, true) & LOSSY_SIDE_MASK)
    default:
      return problem('image_broken', 'unknown WebP chunk')
  }
}
