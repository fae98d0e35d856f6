import { open, stat } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { MAX_AREA_PX } from '#shared/domain/media-limits.ts'
import { type IncomingUpload, BUSY_RETRY_MS } from '#server/http/upload-space.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'

/** The client that sent a picture. If the signal aborts while the picture waits, its work does not start. */
export interface DecodingClient extends Pick<IncomingUpload, 'addressKey'> {
  readonly signal?: AbortSignal
}

export interface Decoding {
  /**
   * Runs `work`, which decodes the pictures at these paths, when enough memory is free. H503 with Retry-After if the wait is too long, or
   * if too many pictures of this client address wait.
   */
  decode<T>(paths: readonly string[], work: () => Promise<T>, client: DecodingClient): Promise<Answer<T>>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly decoding: Decoding
  }
}

/** Memory of all pictures that a process decodes at the same time for requests, in bytes. */
const MAX_DECODING_BYTES = 160 * 1024 * 1024
const MAX_WAITING = 200
/** The largest share of memory and queue that one client address may use. */
const ADDRESS_SHARE = 0.25
/** How long a picture waits for memory, in ms: less than the 30 s after which the page gives up an upload without progress. */
const WAIT_MS = 20_000
/** Memory per pixel of a picture that its decoder loads whole: coefficients of 16 bits, or several frames, besides the pixels. */
const BYTES_PER_PX = 10
/** Each picture also needs memory for a few copies of its file, for repair and for metadata. */
const COPIES_OF_FILE = 4
const UPRIGHT_ORIENTATION = 1
const END_OF_JPEG = Buffer.of(0xff, 0xd9)

// A cache of decoded pictures and open files does not help for files that are read once.
sharp.cache(false)

/** Bounds the memory of decoded pictures: a file of 3 MB may need 160 MB. */
export function createDecoding(budget: ByteBudget = createByteBudget(BUDGET_LIMITS)): Decoding {
  return {
    async decode(paths, work, { addressKey, signal }) {
      const sizes = await Promise.all(paths.map(decodingBytes))
      const outcome = await budget.run(
        sizes.reduce((sum, bytes) => sum + bytes, 0),
        work,
        { key: addressKey, signal },
      )
      return outcome.ok ? ok(outcome.value) : refuse('H503', undefined, BUSY_RETRY_MS)
    },
  }
}

const BUDGET_LIMITS = { maxBytes: MAX_DECODING_BYTES, maxWaiting: MAX_WAITING, waitMs: WAIT_MS, clientShare: ADDRESS_SHARE }

/**
 * An upper estimate of the memory, from the headers. A file without a readable header counts as the largest picture, because a repair may
 * make it readable.
 */
async function decodingBytes(path: string): Promise<number> {
  const { size } = await stat(path)
  const endBytes = await readEnd(path, size)
  const header = await sharp(path, { limitInputPixels: MAX_AREA_PX })
    .metadata()
    .catch(() => undefined)
  const area = header === undefined ? MAX_AREA_PX : header.width * header.height
  return size * COPIES_OF_FILE + (header !== undefined && isDecodedByRow(header, endBytes) ? 0 : area * BYTES_PER_PX)
}

async function readEnd(path: string, size: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(END_OF_JPEG.length), 0, END_OF_JPEG.length, Math.max(0, size - END_OF_JPEG.length))
    return buffer
  } finally {
    await file.close()
  }
}

/** Whether the decoder needs only a few rows at once. A JPEG without its end marker is decoded whole, twice. */
function isDecodedByRow({ format, isProgressive, orientation = UPRIGHT_ORIENTATION }: Metadata, endBytes: Buffer): boolean {
  const isWhole = format === 'png' || (format === 'jpeg' && endBytes.equals(END_OF_JPEG))
  return isWhole && !isProgressive && orientation === UPRIGHT_ORIENTATION
}
