import type { MendedPicture } from './mended-picture.ts'
import { joinBytes, nameAt } from './picture-bytes.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** The bytes of a chunk besides its data: length and name before the data, checksum after it. */
const CHUNK_FRAME_BYTES = 12
const END_CHUNK = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82)

/** Adds the end chunk after the last complete chunk. Null for an animation, because an animation without an end chunk also lacks frames. */
export function mendPng(bytes: Uint8Array): MendedPicture | null {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) return null
  const { chunks, cutName, end } = readChunks(bytes)
  const names = new Set(chunks.map(({ name }) => name))
  if (names.has('IEND') || names.has('acTL') || !names.has('IDAT') || cutName === 'IDAT') return null
  return { bytes: joinBytes([bytes.subarray(0, end), END_CHUNK]), isEndAdded: true }
}

/** The compressed pixels of a PNG, in the pieces of its chunks. */
export function pngPixelData(bytes: Uint8Array): Uint8Array[] {
  return readChunks(bytes).chunks.flatMap(({ name, content }) => (name === 'IDAT' ? [content] : []))
}

interface Chunk {
  readonly name: string
  readonly content: Uint8Array
}

/** The chunks before the first invalid or incomplete one; `cutName` is the name of an incomplete chunk. */
function readChunks(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  let end = SIGNATURE.length
  while (end + CHUNK_FRAME_BYTES <= bytes.length && chunks.at(-1)?.name !== 'IEND') {
    const name = nameAt(bytes, end + 4)
    const chunkEnd = end + CHUNK_FRAME_BYTES + view.getUint32(end)
    if (!/^[A-Za-z]{4}$/.test(name)) return { chunks, cutName: null, end }
    if (chunkEnd > bytes.length) return { chunks, cutName: name, end }
    chunks.push({ name, content: bytes.subarray(end + 8, chunkEnd - 4) })
    end = chunkEnd
  }
  return { chunks, cutName: null, end }
}
