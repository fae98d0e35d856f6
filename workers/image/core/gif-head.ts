import type { ByteSource } from './byte-source.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const SCREEN_BYTES = 13
const EXTENSION = 0x21
const IMAGE = 0x2c

/** Walks the blocks as far as the second frame: the first must be complete, a second makes it an animation. */
export async function readGifHead(bytes: ByteSource): Promise<HeadResult> {
  if (!(await bytes.reach(0, SCREEN_BYTES))) return problem('image_truncated')
  const width = bytes.u16(6, true)
  const height = bytes.u16(8, true)
  let offset: number | null = SCREEN_BYTES + colourTableBytes(bytes.u8(10))
  let frames = 0
  while (offset !== null && (await bytes.reach(offset, 1))) {
    const kind = bytes.u8(offset)
    if (kind === EXTENSION) {
      offset = await skipSubBlocks(bytes, offset + 2)
    } else if (kind === IMAGE && frames === 1) {
      return headOf('image/gif', width, height, true)
    } else if (kind === IMAGE) {
      if (!(await bytes.reach(offset, 11))) break
      offset = await skipSubBlocks(bytes, offset + 11 + colourTableBytes(bytes.u8(offset + 9)))
      if (offset !== null) frames += 1
    } else {
      break
    }
  }
  return frames === 1 ? headOf('image/gif', width, height) : problem('image_truncated')
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

async function skipSubBlocks(bytes: ByteSource, from: number): Promise<number | null> {
  let offset = from
  while (await bytes.reach(offset, 1)) {
    const length = bytes.u8(offset)
    offset += 1 + length
    if (length === 0) return offset
  }
  return null
}
