import { readBmpHead } from './bmp-head.ts'
import { openBytes } from './byte-source.ts'
import { readGifHead } from './gif-head.ts'
import { readHeifHead } from './heif-head.ts'
import { readJpegHead } from './jpeg-head.ts'
import { problem, type HeadResult } from './picture-head.ts'
import { readPngHead } from './png-head.ts'
import { readWebpHead } from './webp-head.ts'

const SIGNATURE_BYTES = 12
const JPEG_SIGNATURE = 0xffd8
const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n'

/** What a file is, told by its bytes and never by its name, and whether it is whole as far as a header can tell. */
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

/** 'BM' alone could begin a text; the four reserved bytes are zero in every bitmap. */
function isBmp(signature: string, reserved: number): boolean {
  return signature === 'BM' && reserved === 0
}
