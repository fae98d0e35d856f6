import { type ByteSource, openBytes } from './byte-source.ts'
import { readGifHead } from './gif-head.ts'
import { readHeifHead } from './heif-head.ts'
import { readJpegHead } from './jpeg-head.ts'
import { type HeadResult, problem, headOf } from './picture-head.ts'
import { readPngHead } from './png-head.ts'
import { readWebpHead } from './webp-head.ts'

const SIGNATURE_BYTES = 12
const JPEG_SIGNATURE = 0xffd8
const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n'

/** Detects a file's type from its bytes, and whether its header is complete. */
export async function sniffPicture(file: Blob): Promise<HeadResult> {
  if (file.size === 0) return problem('image_empty')
  const bytes = openBytes(file)
  await bytes.reach(0, Math.min(file.size, SIGNATURE_BYTES))
  if (bytes.u16(0) === JPEG_SIGNATURE) return readJpegHead(bytes)
  if (bytes.ascii(0, 8) === PNG_SIGNATURE) return readPngHead(bytes)
  if (bytes.ascii(0, 4) === 'RIFF' && bytes.ascii(8, 4) === 'WEBP') return readWebpHead(bytes)
  if (bytes.ascii(0, 6) === 'GIF87a' || bytes.ascii(0, 6) === 'GIF89a') return readGifHead(bytes)
  if (bytes.ascii(4, 4) === 'ftyp') return readHeifHead(bytes)
  if (isBmp(bytes.ascii(0, 2), bytes.u32(6))) return readBmpHead(bytes)
  return problem('image_type')
}

/** 'BM' alone could be text; a bitmap's four reserved bytes are zero. */
function isBmp(signature: string, reserved: number): boolean {
  return signature === 'BM' && reserved === 0
}

const HEAD_BYTES = 34
const CORE_HEADER_BYTES = 12
const UNCOMPRESSED = new Set([0, 3, 6])

async function readBmpHead(bytes: ByteSource): Promise<HeadResult> {
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
