import type { ByteSource } from './byte-source.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const HEAD_BYTES = 34
const CORE_HEADER_BYTES = 12
const UNCOMPRESSED = new Set([0, 3, 6])

export async function readBmpHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, HEAD_BYTES))) return problem('image_truncated')
  if (bytes.u32(14, true) === CORE_HEADER_BYTES) return headOf('image/bmp', bytes.u16(18, true), bytes.u16(20, true))
  const width = bytes.u32(18, true)
  const height = Math.abs(bytes.u32(22, true) | 0)
  if (UNCOMPRESSED.has(bytes.u32(30, true))) {
    const rowBytes = Math.ceil((width * bytes.u16(28, true)) / 32) * 4
    if (bytes.u32(10, true) + rowBytes * height > bytes.size) return problem('image_truncated')
  }
  return headOf('image/bmp', width, height)
}
