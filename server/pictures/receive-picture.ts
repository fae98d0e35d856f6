import fs from 'node:fs/promises'
import { type UploadType, isUploadSize, MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import type { IncomingUpload } from '#server/http/upload-space.ts'
import type { Services } from '#server/verbs/services.ts'
import type { Answer, ServiceFailure } from '#server/verbs/verb.ts'
import { fail } from '#shared/result.ts'
import { isWriteRefused } from '#server/disk/is-write-refused.ts'
import { TOO_SLOW, receiveBytes } from '#server/http/read-form.ts'
import { openUpload, repairUpload } from './repair-upload.ts'
import { withFileBytes } from './with-file-bytes.ts'
import type { UploadPermit } from './upload-permit.ts'

/** A checked picture in a temporary file. `sha256` is of the received bytes. */
export interface ReceivedPicture {
  readonly temporaryPath: string
  readonly sha256: string
  readonly width: number
  readonly height: number
  /** The size of the stored file. */
  readonly bytes: number
}

export const TOO_LARGE: ServiceFailure = { code: 'H3000', fields: ['file'], status: 413 }
export const NOT_A_PICTURE: ServiceFailure = { code: 'H3000', fields: ['file'], status: 415 }

/** The maximum bytes of an upload: the declared size, or the general limit if no size was declared. */
export function maxUploadBytes({ size }: Pick<UploadPermit, 'size'>): number {
  return size === 0 ? MAX_UPLOAD_BYTES : size
}

interface PictureSteps<T> {
  /** Runs `check`, which decodes and stores the picture, unless the answer for these bytes is known. */
  readonly checkOnce: (sha256: string, check: () => Promise<Answer<T>>) => Promise<Answer<T>>
  readonly storePicture: (received: ReceivedPicture) => Promise<Answer<T>>
}

/** Receives the bytes of any upload, and passes a valid picture to a callback. Temporary files are always removed. */
export async function receivePicture<T>(
  ctx: Pick<Services, 'media' | 'decoding'>,
  { type, size }: Pick<UploadPermit, 'type' | 'size'>,
  client: Pick<IncomingUpload, 'addressKey' | 'signal'>,
  bytes: AsyncIterable<Uint8Array>,
  { checkOnce, storePicture }: PictureSteps<T>,
): Promise<Answer<T>> {
  const temporaryPath = ctx.media.temporaryPath()
  try {
    const receivedFile = await receiveBytes(bytes, temporaryPath, maxUploadBytes({ size }))
    if (receivedFile.isTooLarge) return fail(TOO_LARGE)
    if (receivedFile.isTooSlow) return fail(TOO_SLOW)
    if (receivedFile.size < size || (await typeOfBytes(temporaryPath)) !== type) return fail(NOT_A_PICTURE)
    const inspect = () => withFileBytes(temporaryPath, (receivedBytes) => inspectPicture(temporaryPath, receivedBytes, type))
    const { sha256 } = receivedFile
    return await checkOnce(sha256, async () => {
      const picture = await ctx.decoding.decode([temporaryPath], inspect, client)
      if (!picture.ok) return picture
      if (picture.value === undefined) return fail(NOT_A_PICTURE)
      const { size: storedBytes } = await fs.stat(temporaryPath)
      return storePicture({ temporaryPath, sha256, ...picture.value, bytes: storedBytes })
    })
  } finally {
    await fs.rm(temporaryPath, { force: true })
  }
}

const HEAD_BYTES = 12
const UPRIGHT_ORIENTATION = 1
/** The side of the small picture to which an upload is decoded, in px. That is fast, and still decodes every byte of the file. */
const PROBE_SIDE_PX = 64

/** The size of a picture in px, after making it upright and removing its metadata; undefined if it is corrupt or outside the limits. */
async function inspectPicture(
  path: string,
  receivedBytes: Buffer<ArrayBuffer>,
  type: UploadType,
): Promise<{ width: number; height: number } | undefined> {
  try {
    const bytes = await repairUpload(receivedBytes)
    if (bytes !== receivedBytes) await fs.writeFile(path, bytes)
    const { orientation = UPRIGHT_ORIENTATION, autoOrient } = await openUpload(path).metadata()
    if (!isUploadSize(autoOrient.width, autoOrient.height)) return undefined
    if (orientation !== UPRIGHT_ORIENTATION || !(await stripFile(path, bytes, type))) await encodeUpright(path)
    const { width, height } = await openUpload(path).metadata()
    await openUpload(path).resize(PROBE_SIDE_PX, PROBE_SIDE_PX, { fit: 'inside' }).raw().toBuffer()
    return { width, height }
  } catch (error) {
    if (isWriteRefused(error)) throw error
    return undefined
  }
}

/** Removes the metadata of a file. False for an unusual structure, whose metadata only re-encoding removes. */
async function stripFile(path: string, bytes: Buffer, type: UploadType): Promise<boolean> {
  try {
    const parts = preservedParts(bytes, type)
    if (lengthOf(parts) !== bytes.length) await fs.writeFile(path, parts)
    return true
  } catch {
    return false
  }
}

/** Encodes a picture again, upright. This removes all metadata. */
async function encodeUpright(path: string): Promise<void> {
  const uprightBytes = await openUpload(path).autoOrient().toBuffer()
  await fs.writeFile(path, uprightBytes)
}

async function typeOfBytes(path: string): Promise<UploadType | undefined> {
  const file = await fs.open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (buffer.readUInt16BE(0) === 0xffd8) return 'image/jpeg'
    if (buffer.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
    if (buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
    return undefined
  } finally {
    await file.close()
  }
}

/** PNG chunks that affect the appearance; all other ancillary chunks are removed. */
const PNG_PRESERVED = new Set('tRNS gAMA cHRM sRGB iCCP sBIT bKGD hIST pHYs sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '))
const PNG_HEAD_BYTES = 8
/** The bytes of a PNG chunk besides its data: length and name before the data, checksum after it. */
const PNG_FRAME_BYTES = 12

const WEBP_PRESERVED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const WEBP_HEAD_BYTES = 12
const WEBP_FRAME_BYTES = 8
/** The flags of VP8X for EXIF and XMP. */
const WEBP_METADATA_FLAGS = 0b1100

/** Markers of JPEG segments, as the standard names them. */
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const [APP0, APP2, APP14, APP15] = [0xe0, 0xe2, 0xee, 0xef]

/**
 * Removes metadata (position, time, device, thumbnails, texts) and bytes after the picture's end. Pixels, colours and compression stay
 * identical. Only for upright pictures, because it removes the orientation too. Throws if the bytes do not follow their type's structure.
 */
export function stripMetadata(bytes: Buffer, type: UploadType): Buffer {
  return Buffer.concat(preservedParts(bytes, type))
}

function preservedParts(bytes: Buffer, type: UploadType): Buffer[] {
  if (type === 'image/jpeg') return [...jpegParts(bytes)]
  if (type === 'image/png') return [bytes.subarray(0, PNG_HEAD_BYTES), ...pngParts(bytes)]
  return joinWebp([...webpParts(bytes)])
}

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { byteLength }) => sum + byteLength, 0)

function* jpegParts(bytes: Buffer): Generator<Buffer> {
  yield Buffer.from([0xff, SOI])
  let offset = 2
  for (;;) {
    if (bytes[offset] !== 0xff) throw new Error('no segment of a JPEG')
    // Any number of fill bytes may precede a marker.
    while (bytes[offset + 1] === 0xff) offset += 1
    const marker = bytes.readUInt8(offset + 1)
    if (marker === EOI) break
    const bodyEnd = offset + 2 + bytes.readUInt16BE(offset + 2)
    const end = marker === SOS ? endOfScan(bytes, bodyEnd) : bodyEnd
    const segment = bytes.subarray(offset, end)
    if (end > bytes.length) throw new Error('a JPEG that is cut off')
    if (isPreservedInJpeg(marker, segment)) yield segment
    offset = end
  }
  yield Buffer.from([0xff, EOI])
}

function isPreservedInJpeg(marker: number, segment: Buffer): boolean {
  if (marker === APP2) return segment.toString('latin1', 4, 15) === 'ICC_PROFILE'
  return marker !== COM && (marker < APP0 || marker > APP15 || marker === APP0 || marker === APP14)
}

/**
 * The position of the next marker after a scan. Within a scan, 0xff is followed by 0, by another 0xff, or by the byte of a restart marker.
 */
function endOfScan(bytes: Buffer, start: number): number {
  for (let offset = bytes.indexOf(0xff, start); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const nextByte = bytes[offset + 1] ?? 0
    if (nextByte !== 0 && nextByte !== 0xff && (nextByte < 0xd0 || nextByte > 0xd7)) return offset
  }
  throw new Error('a JPEG without an end')
}

function* pngParts(bytes: Buffer): Generator<Buffer> {
  let offset = PNG_HEAD_BYTES
  for (let name = ''; name !== 'IEND';) {
    const end = offset + PNG_FRAME_BYTES + bytes.readUInt32BE(offset)
    name = bytes.toString('latin1', offset + 4, offset + 8)
    if (end > bytes.length) throw new Error('a PNG that is cut off')
    const isCritical = /^[A-Z]/.test(name)
    if (isCritical || PNG_PRESERVED.has(name)) yield bytes.subarray(offset, end)
    offset = end
  }
}

function* webpParts(bytes: Buffer): Generator<Buffer> {
  const end = WEBP_FRAME_BYTES + bytes.readUInt32LE(4)
  if (end > bytes.length + 1) throw new Error('a WebP that is cut off')
  let offset = WEBP_HEAD_BYTES
  while (offset + WEBP_FRAME_BYTES <= end) {
    const name = bytes.toString('latin1', offset, offset + 4)
    const size = bytes.readUInt32LE(offset + 4)
    const chunk = Buffer.from(bytes.subarray(offset, offset + WEBP_FRAME_BYTES + size + (size % 2)))
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(WEBP_FRAME_BYTES) & ~WEBP_METADATA_FLAGS, WEBP_FRAME_BYTES)
    if (WEBP_PRESERVED.has(name)) yield chunk
    offset += WEBP_FRAME_BYTES + size + (size % 2)
  }
}

function joinWebp(parts: readonly Buffer[]): Buffer[] {
  const head = Buffer.alloc(WEBP_HEAD_BYTES)
  head.write('RIFF')
  head.writeUInt32LE(lengthOf(parts) + 4, 4)
  head.write('WEBP', WEBP_FRAME_BYTES)
  return [head, ...parts]
}
