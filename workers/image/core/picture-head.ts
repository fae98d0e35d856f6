import type { ImageProblem, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { ImageProblemCode } from '#shared/device-problem.ts'
import { type Turn, turnedSize, UPRIGHT } from '#shared/domain/crop-rules.ts'
import type { Rect, Size } from '#shared/domain/media-limits.ts'
import { type Result, fail, ok } from '#shared/result.ts'

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif' | 'image/bmp' | 'image/heic'

/** Bytes that replace a range of a file. */
export interface Splice {
  readonly from: number
  readonly to: number
  readonly bytes: readonly number[]
}

/** The stored size of a picture, and the transformations that its decoded pixels still need. */
export interface StoredPixels extends Size {
  readonly turn: Turn
  /** Removes the orientation or the clean aperture from the file, because not all decoders apply them. */
  readonly resetSplice: Splice | null
  /** The displayed part of the stored picture; null for the whole picture. Decoders may return more than this part. */
  readonly part: Rect | null
}

/** The facts in the header of a picture file. */
export interface PictureHead {
  readonly type: PictureType
  /** The displayed size in px, after the turn, which may swap the sides. */
  readonly width: number
  readonly height: number
  readonly storedPixels: StoredPixels
  readonly isAnimated: boolean
  readonly metadata: SourceMetadata
}

export type HeadResult = Result<PictureHead, ImageProblem>

interface HeadOptions {
  readonly isAnimated?: boolean
  readonly metadata?: SourceMetadata
  readonly part?: Rect | null
  /** The orientation, 1 to 8, that the pipeline applies and decoders do not. */
  readonly orientation?: number | null
  readonly resetSplice?: Splice | null
}

export function problem(code: ImageProblemCode, detail?: string): { readonly ok: false; readonly error: ImageProblem } {
  return fail(detail === undefined ? { code } : { code, detail })
}

export function tooManyPixels({ width, height }: Size) {
  return problem('image_too_many_pixels', `${width} × ${height}`)
}

/** The head of a picture with this decoded size. A picture without a size counts as broken: the number of its pixels can't be limited. */
export function headOf(
  type: PictureType,
  width: number,
  height: number,
  { isAnimated = false, metadata = 'none', part = null, orientation = null, resetSplice = null }: HeadOptions = {},
): HeadResult {
  if (width <= 0 || height <= 0) return problem('image_broken', 'no size in the header')
  const turn = TURNS[orientation ?? 1] ?? UPRIGHT
  const displayedSize = turnedSize(part ?? { width, height }, turn)
  const storedPixels = { width, height, turn, resetSplice: turn === UPRIGHT && part === null ? null : resetSplice, part }
  return ok({ type, width: displayedSize.width, height: displayedSize.height, storedPixels, isAnimated, metadata })
}

const TURNS: Readonly<Record<number, Turn>> = {
  1: UPRIGHT,
  2: { quarters: 0, isMirrored: true },
  3: { quarters: 2, isMirrored: false },
  4: { quarters: 2, isMirrored: true },
  5: { quarters: 3, isMirrored: true },
  6: { quarters: 1, isMirrored: false },
  7: { quarters: 1, isMirrored: true },
  8: { quarters: 3, isMirrored: false },
}

/**
 * The sizes of the chunks. `reach` reads FIRST_WINDOW_BYTES after a jump, and up to WINDOW_BYTES in sequential reads. `contains` searches
 * the last TAIL_BYTES of the file first.
 */
const FIRST_WINDOW_BYTES = 16 * 1024
const WINDOW_BYTES = 256 * 1024
const TAIL_BYTES = 64 * 1024

/** Reads a file's header in chunks, so that large files are never in memory as a whole. Reads past the end return 0. */
export interface ByteSource {
  readonly size: number
  /** Makes `length` bytes from `offset` readable; false if the file ends earlier. */
  reach(offset: number, length: number): Promise<boolean>
  u8(offset: number): number
  u16(offset: number, isLittleEndian?: boolean): number
  u24(offset: number): number
  u32(offset: number, isLittleEndian?: boolean): number
  ascii(offset: number, length: number): string
  /** Whether the bytes occur at or after `from`; checks the end of the file first. */
  contains(pattern: readonly number[], from: number): Promise<boolean>
}

export function openBytes(file: Blob): ByteSource {
  let start = 0
  let windowBytes = FIRST_WINDOW_BYTES / 2
  let view = new DataView(new ArrayBuffer(0))

  async function reach(offset: number, length: number): Promise<boolean> {
    if (offset + length > file.size) return false
    if (offset >= start && offset + length <= start + view.byteLength) return true
    const isNext = offset >= start && offset <= start + view.byteLength
    windowBytes = isNext ? Math.min(WINDOW_BYTES, windowBytes * 2) : FIRST_WINDOW_BYTES
    view = new DataView(await file.slice(offset, offset + Math.max(length, windowBytes)).arrayBuffer())
    start = offset
    return true
  }

  function u8(offset: number): number {
    const at = offset - start
    return at >= 0 && at < view.byteLength ? view.getUint8(at) : 0
  }

  function u16(offset: number, isLittleEndian = false): number {
    return isLittleEndian ? u8(offset) + u8(offset + 1) * 0x100 : u8(offset) * 0x100 + u8(offset + 1)
  }

  async function contains(pattern: readonly number[], from: number): Promise<boolean> {
    const tailStart = Math.max(from, file.size - TAIL_BYTES)
    if (indexOf(await bytesOf(file, tailStart, file.size), pattern) >= 0) return true
    for (let at = from; at < tailStart; at += WINDOW_BYTES) {
      if (indexOf(await bytesOf(file, at, at + WINDOW_BYTES + pattern.length - 1), pattern) >= 0) return true
    }
    return false
  }

  return {
    size: file.size,
    reach,
    u8,
    u16,
    u24: (offset) => u8(offset) + u8(offset + 1) * 0x100 + u8(offset + 2) * 0x1_0000,
    u32: (offset, isLittleEndian = false) =>
      isLittleEndian ? u16(offset, true) + u16(offset + 2, true) * 0x1_0000 : u16(offset) * 0x1_0000 + u16(offset + 2),
    ascii(offset, length) {
      let text = ''
      for (let i = 0; i < length; i++) text += String.fromCharCode(u8(offset + i))
      return text
    },
    contains,
  }
}

async function bytesOf(file: Blob, from: number, to: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, to).arrayBuffer())
}

function indexOf(bytes: Uint8Array, pattern: readonly number[]): number {
  const firstByte = pattern[0] ?? 0
  for (let at = bytes.indexOf(firstByte); at >= 0; at = bytes.indexOf(firstByte, at + 1)) {
    if (pattern.every((byte, i) => bytes[at + i] === byte)) return at
  }
  return -1
}
