import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import type { ByteSource } from './byte-source.ts'
import { readExif, moreTelling, readXmp } from './exif-directory.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const RIFF_HEADER_BYTES = 8
const HEAD_BYTES = 30
const FIRST_CHUNK = 12
const CHUNK_HEADER_BYTES = 8
const ANIMATION_FLAG = 0x02
const METADATA_FLAGS = 0x08 | 0x04
const LOSSY_SIDE_MASK = 0x3fff
/** Metadata is behind the pixels; in an animation of more frames than this it is ignored. */
const MAX_CHUNKS = 64

/** Its EXIF orientation is ignored, as browsers do. */
export async function readWebpHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, HEAD_BYTES))) return problem('image_truncated')
  if (bytes.u32(4, true) + RIFF_HEADER_BYTES > bytes.size + 1) return problem('image_truncated')
  switch (bytes.ascii(FIRST_CHUNK, 4)) {
    case 'VP8X': {
      const flags = bytes.u8(20)
      const width = bytes.u24(24) + 1
      const height = bytes.u24(27) + 1
      const metadata = (flags & METADATA_FLAGS) === 0 ? 'none' : await readMetadata(bytes)
      return headOf('image/webp', width, height, { isAnimated: (flags & ANIMATION_FLAG) !== 0, metadata })
    }
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

/** Called when the header promises metadata. */
async function readMetadata(bytes: ByteSource): Promise<SourceMetadata> {
  let metadata: SourceMetadata = 'some'
  let offset = FIRST_CHUNK
  for (let chunks = 0; chunks < MAX_CHUNKS && (await bytes.reach(offset, CHUNK_HEADER_BYTES)); chunks++) {
    const name = bytes.ascii(offset, 4)
    const length = bytes.u32(offset + 4, true)
    const content = offset + CHUNK_HEADER_BYTES
    if (name === 'EXIF') metadata = moreTelling(metadata, (await readExif(bytes, content, length)).metadata)
    if (name === 'XMP ') metadata = moreTelling(metadata, await readXmp(bytes, content, length))
    offset = content + length + (length % 2)
  }
  return metadata
}
