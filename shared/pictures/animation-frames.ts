import { joinBytes, nameAt } from './picture-bytes.ts'
import { isWebp, readWebpChunks } from './mend-webp.ts'

/** The number of frames that are searched for the first visible one. If all of them are empty, the animation stays unchanged. */
const MAX_FRAMES = 100

/**
 * A GIF or WebP without fully transparent frames at its start; they add nothing to the frames after them. Unchanged if no later frame shows
 * anything. Rule: docs/pictures.md, "Pictures".
 */
export async function withoutEmptyFrames(
  bytes: Uint8Array<ArrayBuffer>,
  isEmpty: (picture: Uint8Array<ArrayBuffer>) => Promise<boolean>,
): Promise<Uint8Array<ArrayBuffer>> {
  const [firstFrame, ...laterFrames] = framesOf(bytes)
  for (const { start } of firstFrame === undefined ? [] : laterFrames) {
    const remainingBytes = joinBytes([bytes.subarray(0, firstFrame?.start), bytes.subarray(start)])
    if (isWebp(remainingBytes)) new DataView(remainingBytes.buffer).setUint32(4, remainingBytes.length - RIFF_HEAD_BYTES, true)
    if (!(await isEmpty(remainingBytes))) return remainingBytes
  }
  return bytes
}

const RIFF_HEAD_BYTES = 8

interface Frame {
  readonly start: number
}

function framesOf(bytes: Uint8Array): readonly Frame[] {
  if (isWebp(bytes))
    return readWebpChunks(bytes)
      .chunks.filter(({ name }) => name === 'ANMF')
      .slice(0, MAX_FRAMES)
  return nameAt(bytes, 0) === 'GIF8' ? gifFrames(bytes) : []
}

const SCREEN_BYTES = 13
const EXTENSION = 0x21
const GRAPHIC_CONTROL = 0xf9
const IMAGE = 0x2c
const IMAGE_BYTES = 10

/** A frame starts with its graphic control, if it has one. */
function gifFrames(bytes: Uint8Array): Frame[] {
  const frames: Frame[] = []
  let controlAt: number | null = null
  let at = SCREEN_BYTES + colourTableBytes(bytes[10])
  while (frames.length < MAX_FRAMES) {
    if (bytes[at] === EXTENSION) {
      if (bytes[at + 1] === GRAPHIC_CONTROL) controlAt = at
      at = endOfBlocks(bytes, at + 2)
    } else if (bytes[at] === IMAGE) {
      frames.push({ start: controlAt ?? at })
      controlAt = null
      at = endOfBlocks(bytes, at + IMAGE_BYTES + colourTableBytes(bytes[at + IMAGE_BYTES - 1]) + 1)
    } else {
      break
    }
  }
  return frames
}

function colourTableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length
  return at + 1
}
