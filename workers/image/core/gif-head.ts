import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import type { ByteSource } from './byte-source.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const SCREEN_BYTES = 13
const FRAME_BYTES = 11
const EXTENSION = 0x21
const IMAGE = 0x2c
const COMMENT = 0xfe
const APPLICATION = 0xff
const XMP_SIGNATURE = 'XMP DataXMP'
/** The block limit up to the second frame: fifty megabytes of full blocks; more tiny ones are an attack. */
const MAX_BLOCKS = 200_000

/** Walks the blocks to the second frame: the first must be complete, a second means an animation. */
export async function readGifHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, SCREEN_BYTES))) return problem('image_truncated')
  let width = bytes.u16(6, true)
  let height = bytes.u16(8, true)
  const walk = { offset: SCREEN_BYTES + colourTableBytes(bytes.u8(10)), blocks: 0 }
  let metadata: SourceMetadata = 'none'
  let frames = 0
  while (await bytes.reach(walk.offset, 1)) {
    const kind = bytes.u8(walk.offset)
    if (kind === EXTENSION) {
      if (await isMetadata(bytes, walk.offset)) metadata = 'some'
      walk.offset += 2
    } else if (kind === IMAGE && frames === 1) {
      return headOf('image/gif', width, height, { isAnimated: true, metadata })
    } else if (kind === IMAGE && (await bytes.reach(walk.offset, FRAME_BYTES))) {
      width = Math.max(width, bytes.u16(walk.offset + 1, true) + bytes.u16(walk.offset + 5, true))
      height = Math.max(height, bytes.u16(walk.offset + 3, true) + bytes.u16(walk.offset + 7, true))
      frames = 1
      walk.offset += FRAME_BYTES + colourTableBytes(bytes.u8(walk.offset + 9))
    } else {
      break
    }
    if (!(await skipBlocks(bytes, walk)))
      return walk.blocks > MAX_BLOCKS ? problem('image_broken', 'endless blocks') : problem('image_truncated')
  }
  return frames === 1 ? headOf('image/gif', width, height, { metadata }) : problem('image_truncated')
}

async function isMetadata(bytes: ByteSource, offset: number): Promise<boolean> {
  if (!(await bytes.reach(offset, 3 + XMP_SIGNATURE.length))) return false
  const label = bytes.u8(offset + 1)
  return label === COMMENT || (label === APPLICATION && bytes.ascii(offset + 3, XMP_SIGNATURE.length) === XMP_SIGNATURE)
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Moves behind a chain of blocks; false when the file ends before it, or it does not. */
async function skipBlocks(bytes: ByteSource, walk: { offset: number; blocks: number }): Promise<boolean> {
  for (;;) {
    walk.blocks += 1
    if (walk.blocks > MAX_BLOCKS || !(await bytes.reach(walk.offset, 1))) return false
    const length = bytes.u8(walk.offset)
    walk.offset += 1 + length
    if (length === 0) return true
  }
}
