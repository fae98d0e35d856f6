import { type ByteSource, type HeadResult, openBytes, problem, headOf } from './picture-head.ts'
import { readHeifHead } from './heif-head.ts'
import { readJpegHead } from './jpeg-head.ts'
import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import { type ExifFacts, mergeExif, readExif, readXmp, withoutOrientation } from './exif-directory.ts'

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

/** 'BM' alone could be text; the four reserved bytes of a bitmap are zero. */
function isBmp(signature: string, reserved: number): boolean {
  return signature === 'BM' && reserved === 0
}

const BMP_HEAD_BYTES = 34
const CORE_HEADER_BYTES = 12
const UNCOMPRESSED_METHODS = new Set([0, 3, 6])

async function readBmpHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, BMP_HEAD_BYTES))) return problem('image_truncated')
  if (bytes.u32(14, true) === CORE_HEADER_BYTES) return headOf('image/bmp', bytes.u16(18, true), bytes.u16(20, true))
  const width = bytes.u32(18, true)
  const height = Math.abs(bytes.u32(22, true) | 0)
  if (UNCOMPRESSED_METHODS.has(bytes.u32(30, true))) {
    const rowBytes = Math.ceil((width * bytes.u16(28, true)) / 32) * 4
    if (bytes.u32(10, true) + rowBytes * height > bytes.size) return problem('image_truncated')
  }
  return headOf('image/bmp', width, height)
}

const GIF_SCREEN_BYTES = 13
const GIF_FRAME_BYTES = 11
const GIF_EXTENSION = 0x21
const GIF_IMAGE = 0x2c
/**
 * The maximum number of blocks before the second frame: fifty megabytes if the blocks are full. A file with more, smaller blocks is an
 * attack.
 */
const GIF_MAX_BLOCKS = 200_000

/** Parses the blocks to the second frame. The first frame must be complete; a second one means an animation. */
async function readGifHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, GIF_SCREEN_BYTES))) return problem('image_truncated')
  let width = bytes.u16(6, true)
  let height = bytes.u16(8, true)
  const cursor = { offset: GIF_SCREEN_BYTES + colourTableBytes(bytes.u8(10)), blocks: 0 }
  let metadata: SourceMetadata = 'none'
  let frames = 0
  while (await bytes.reach(cursor.offset, 1)) {
    const kind = bytes.u8(cursor.offset)
    if (kind === GIF_EXTENSION) {
      if (await isGifMetadata(bytes, cursor.offset)) metadata = 'some'
      cursor.offset += 2
    } else if (kind === GIF_IMAGE && frames === 1) {
      return headOf('image/gif', width, height, { isAnimated: true, metadata })
    } else if (kind === GIF_IMAGE && (await bytes.reach(cursor.offset, GIF_FRAME_BYTES))) {
      width = Math.max(width, bytes.u16(cursor.offset + 1, true) + bytes.u16(cursor.offset + 5, true))
      height = Math.max(height, bytes.u16(cursor.offset + 3, true) + bytes.u16(cursor.offset + 7, true))
      frames = 1
      cursor.offset += GIF_FRAME_BYTES + colourTableBytes(bytes.u8(cursor.offset + 9))
    } else {
      break
    }
    if (!(await skipGifBlocks(bytes, cursor)))
      return cursor.blocks > GIF_MAX_BLOCKS ? problem('image_broken', 'endless blocks') : problem('image_truncated')
  }
  return frames === 1 ? headOf('image/gif', width, height, { metadata }) : problem('image_truncated')
}

const GIF_COMMENT = 0xfe
const GIF_APPLICATION = 0xff
const XMP_SIGNATURE = 'XMP DataXMP'

async function isGifMetadata(bytes: ByteSource, offset: number): Promise<boolean> {
  if (!(await bytes.reach(offset, 3 + XMP_SIGNATURE.length))) return false
  const label = bytes.u8(offset + 1)
  return label === GIF_COMMENT || (label === GIF_APPLICATION && bytes.ascii(offset + 3, XMP_SIGNATURE.length) === XMP_SIGNATURE)
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Moves past a chain of blocks; false if the file or the block limit ends first. */
async function skipGifBlocks(bytes: ByteSource, cursor: { offset: number; blocks: number }): Promise<boolean> {
  for (;;) {
    cursor.blocks += 1
    if (cursor.blocks > GIF_MAX_BLOCKS || !(await bytes.reach(cursor.offset, 1))) return false
    const length = bytes.u8(cursor.offset)
    cursor.offset += 1 + length
    if (length === 0) return true
  }
}

const PNG_FIRST_CHUNK = 8
const PNG_CHUNK_FRAME_BYTES = 12
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82] as const
/** The maximum number of chunks before the pixels. Real files have a few dozen; a file with more is an attack. */
const PNG_MAX_CHUNKS = 4096

/**
 * Reads the header of a PNG file. Ignores metadata after the pixels, as decoders do. Such metadata is never uploaded, because a PNG is
 * converted to a JPEG.
 */
async function readPngHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(PNG_FIRST_CHUNK, PNG_CHUNK_FRAME_BYTES + 13))) return problem('image_truncated')
  if (bytes.ascii(PNG_FIRST_CHUNK + 4, 4) !== 'IHDR') return problem('image_broken', 'no IHDR')
  const width = bytes.u32(PNG_FIRST_CHUNK + 8)
  const height = bytes.u32(PNG_FIRST_CHUNK + 12)
  let isAnimated = false
  let exif = withoutOrientation('none')
  let offset = PNG_FIRST_CHUNK
  for (let chunks = 0; await bytes.reach(offset, 8); chunks++) {
    if (chunks > PNG_MAX_CHUNKS) return problem('image_broken', 'endless header')
    const name = bytes.ascii(offset + 4, 4)
    const length = bytes.u32(offset)
    if (name === 'IDAT') {
      if (!(await bytes.contains(PNG_END, offset))) return problem('image_truncated')
      return headOf('image/png', width, height, { isAnimated, ...exif })
    }
    if (name === 'acTL') isAnimated = true
    const chunkFacts = await readPngChunk(bytes, name, offset + 8, length)
    const chunkSplice = { from: offset, to: offset + PNG_CHUNK_FRAME_BYTES + length, bytes: [] }
    exif = mergeExif(exif, { ...chunkFacts, resetSplice: chunkFacts.orientation === null ? null : chunkSplice })
    offset += PNG_CHUNK_FRAME_BYTES + length
  }
  return problem('image_truncated')
}

async function readPngChunk(bytes: ByteSource, name: string, content: number, length: number): Promise<ExifFacts> {
  switch (name) {
    case 'eXIf':
      return readExif(bytes, content, length)
    case 'iTXt':
      return withoutOrientation(await readXmp(bytes, content, length))
    case 'tEXt':
    case 'zTXt':
      return withoutOrientation('some')
    default:
      return withoutOrientation('none')
  }
}

const RIFF_HEADER_BYTES = 8
const WEBP_HEAD_BYTES = 30
const WEBP_FIRST_CHUNK = 12
const ANIMATION_FLAG = 0x02
const METADATA_FLAGS = 0x08 | 0x04
const LOSSY_SIDE_MASK = 0x3fff

async function readWebpHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, WEBP_HEAD_BYTES))) return problem('image_truncated')
  const declaredBytes = bytes.u32(4, true) + RIFF_HEADER_BYTES
  if (declaredBytes > bytes.size + 1) return problem('image_truncated')
  if (declaredBytes < bytes.size) return problem('image_broken', 'a RIFF size below that of the file')
  switch (bytes.ascii(WEBP_FIRST_CHUNK, 4)) {
    case 'VP8X': {
      const flags = bytes.u8(20)
      const width = bytes.u24(24) + 1
      const height = bytes.u24(27) + 1
      const exif = (flags & METADATA_FLAGS) === 0 ? withoutOrientation('none') : await readWebpMetadata(bytes)
      return headOf('image/webp', width, height, { isAnimated: (flags & ANIMATION_FLAG) !== 0, ...exif })
    }
    case 'VP8L': {
      const packedSize = bytes.u32(21, true)
      return headOf('image/webp', (packedSize & LOSSY_SIDE_MASK) + 1, ((packedSize >>> 14) & LOSSY_SIDE_MASK) + 1)
    }
    case 'VP8 ':
      return headOf('image/webp', bytes.u16(26, true) & LOSSY_SIDE_MASK, bytes.u16(28, true) & LOSSY_SIDE_MASK)
    default:
      return problem('image_broken', 'unknown WebP chunk')
  }
}

const CHUNK_HEADER_BYTES = 8
/**
 * The maximum number of chunks that are searched for metadata. Metadata follows the pixels, so it is not found in an animation with more
 * chunks.
 */
const WEBP_MAX_CHUNKS = 64

/** Searches the chunks for metadata. Called only if the header announces metadata. */
async function readWebpMetadata(bytes: ByteSource): Promise<ExifFacts> {
  let exif = withoutOrientation('some')
  let offset = WEBP_FIRST_CHUNK
  for (let chunks = 0; chunks < WEBP_MAX_CHUNKS && (await bytes.reach(offset, CHUNK_HEADER_BYTES)); chunks++) {
    const name = bytes.ascii(offset, 4)
    const length = bytes.u32(offset + 4, true)
    const content = offset + CHUNK_HEADER_BYTES
    if (name === 'EXIF') exif = mergeExif(exif, await readExif(bytes, content, length))
    if (name === 'XMP ') exif = mergeExif(exif, withoutOrientation(await readXmp(bytes, content, length)))
    offset = content + length + (length % 2)
  }
  return exif
}
