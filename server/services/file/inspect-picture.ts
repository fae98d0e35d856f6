import type { UploadType } from '#shared/domain/media-limits.ts'
import fs from 'node:fs/promises'
import sharp from 'sharp'
import { isUploadSize, MAX_AREA_PX } from '#shared/domain/media-limits.ts'
import { stripMetadata } from './strip-metadata.ts'

const HEAD_BYTES = 12
const UPRIGHT = 1
/** Small enough to be quick, and still every byte of the picture is decoded. */
const PROBE_SIDE_PX = 64

/** Size in px of a picture, which from then on stands upright and has no metadata; undefined where it is broken, not of its type or outside the limits. */
export async function inspectPicture(path: string, type: UploadType): Promise<{ width: number; height: number } | undefined> {
  if ((await typeOfBytes(path)) !== type) return undefined
  try {
    const { orientation = UPRIGHT, autoOrient } = await open(path).metadata()
    if (!isUploadSize(autoOrient.width, autoOrient.height)) return undefined
    if (orientation !== UPRIGHT || !(await strip(path, type))) await encodeUpright(path)
    const { width, height } = await open(path).metadata()
    await open(path).resize(PROBE_SIDE_PX, PROBE_SIDE_PX, { fit: 'inside' }).raw().toBuffer()
    return { width, height }
  } catch {
    return undefined
  }
}

function open(path: string) {
  return sharp(path, { failOn: 'error', limitInputPixels: MAX_AREA_PX })
}

/** False where the bytes are odd enough that only drawing them anew takes everything out. */
async function strip(path: string, type: UploadType): Promise<boolean> {
  const bytes = await fs.readFile(path)
  try {
    const stripped = stripMetadata(bytes, type)
    if (stripped.length !== bytes.length) await fs.writeFile(path, stripped)
    return true
  } catch {
    return false
  }
}

/** Drawn anew, a picture has no metadata. */
async function encodeUpright(path: string): Promise<void> {
  const upright = await open(path).autoOrient().toBuffer()
  await fs.writeFile(path, upright)
}

async function typeOfBytes(path: string): Promise<UploadType | undefined> {
  const file = await fs.open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (buffer.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg'
    if (buffer.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
    if (buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
    return undefined
  } finally {
    await file.close()
  }
}
