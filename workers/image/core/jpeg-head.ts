import type { ByteSource } from './byte-source.ts'
import { readExifOrientation } from './exif-orientation.ts'
import { headOf, problem, type HeadResult } from './picture-head.ts'

const APP1 = 0xe1
const START_OF_SCAN = 0xda
const END_OF_IMAGE = [0xff, 0xd9] as const
const FIRST_TURNED_ORIENTATION = 5

/**
 * Walks the segments up to the scan. The end marker is looked for after the scan's start, not only at the end of the file:
 * phones append a video or a second picture, and an EXIF thumbnail has an end marker of its own.
 */
export async function readJpegHead(bytes: ByteSource): Promise<HeadResult> {
  let width = 0
  let height = 0
  let orientation: number | null = null
  let offset = 2
  while (await bytes.reach(offset, 4)) {
    if (bytes.u8(offset) !== 0xff) return problem('image_broken', 'a segment has no marker')
    const marker = bytes.u8(offset + 1)
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (isStandalone(marker)) {
      offset += 2
      continue
    }
    const length = bytes.u16(offset + 2)
    if (!(await bytes.reach(offset, 2 + length))) break
    if (marker === APP1) orientation ??= readExifOrientation(bytes, offset + 4, length - 2)
    if (isFrameHeader(marker)) {
      height = bytes.u16(offset + 5)
      width = bytes.u16(offset + 7)
    }
    offset += 2 + length
    if (marker !== START_OF_SCAN) continue
    if (!(await bytes.contains(END_OF_IMAGE, offset))) return problem('image_truncated')
    const isTurned = orientation !== null && orientation >= FIRST_TURNED_ORIENTATION
    return isTurned ? headOf('image/jpeg', height, width) : headOf('image/jpeg', width, height)
  }
  return problem('image_truncated')
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
