import type { MendedPicture } from './mended-picture.ts'
import { joinBytes, nameAt } from './picture-bytes.ts'

const HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const PICTURE_CHUNKS = new Set(['VP8 ', 'VP8L', 'ANMF'])

/** The maximum number of bytes that the head may declare in excess. With more, whole chunks are missing. */
const MAX_EXCESS_BYTES = 8

/** Writes the size of the chunks into the head, if it is slightly wrong and every chunk is complete. Null if nothing was changed. */
export function mendWebp(bytes: Uint8Array): MendedPicture | null {
  if (!isWebp(bytes)) return null
  const { chunks, isCut } = readWebpChunks(bytes)
  const pictureIndex = chunks.findIndex(({ name }) => PICTURE_CHUNKS.has(name))
  const ends = pictureIndex < 0 ? [] : chunks.slice(pictureIndex).map((chunk) => chunk.end)
  const lastEnd = ends.at(-1)
  if (lastEnd === undefined || isCut) return null
  const declaredEnd = CHUNK_HEAD_BYTES + sizeAt(bytes, 4)
  const end = ends.includes(declaredEnd) ? declaredEnd : lastEnd
  if (declaredEnd > end + MAX_EXCESS_BYTES || (end === declaredEnd && end === bytes.length)) return null
  const mendedBytes = joinBytes([bytes.subarray(0, end), new Uint8Array(Math.max(0, end - bytes.length))])
  new DataView(mendedBytes.buffer).setUint32(4, end - CHUNK_HEAD_BYTES, true)
  return { bytes: mendedBytes, isEndAdded: false }
}

/** Whether the bytes start with the head of a WebP. */
export function isWebp(bytes: Uint8Array): boolean {
  return nameAt(bytes, 0) === 'RIFF' && nameAt(bytes, 8) === 'WEBP'
}

export interface WebpChunk {
  readonly name: string
  readonly start: number
  /** Includes the padding to an even length, which may be missing at the end of a file. */
  readonly end: number
}

/** The chunks before the first invalid or incomplete one. `isCut`: a chunk is incomplete. */
export function readWebpChunks(bytes: Uint8Array): { readonly chunks: readonly WebpChunk[]; readonly isCut: boolean } {
  const chunks: WebpChunk[] = []
  let start = HEAD_BYTES
  while (start + CHUNK_HEAD_BYTES <= bytes.length) {
    const name = nameAt(bytes, start)
    const size = sizeAt(bytes, start + 4)
    if (!/^[A-Z][A-Z0-9]{2}[A-Z0-9 ]$/.test(name)) return { chunks, isCut: false }
    if (start + CHUNK_HEAD_BYTES + size > bytes.length) return { chunks, isCut: true }
    const end = start + CHUNK_HEAD_BYTES + size + (size % 2)
    chunks.push({ name, start, end })
    start = end
  }
  return { chunks, isCut: false }
}

function sizeAt(bytes: Uint8Array, at: number): number {
  return at + 4 <= bytes.length ? new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true) : 0
}
