import path from 'node:path'
import sharp from 'sharp'
import { access, mkdir, rename, readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { PosterWidth } from '#shared/domain/poster-sources.ts'
import { z } from 'zod'

const WEBP_QUALITY = 78
/**
 * The AVIF quality with the same visible quality as `WEBP_QUALITY`. On the sample pictures, AVIF needs 60% of WebP's bytes and 20 times its
 * encoding time.
 */
const AVIF_QUALITY = 50

interface Picture {
  readonly name: string
  readonly path: string
}

interface SmallPictures {
  /** Returns the path of the picture in this width, as WebP. The file is created on first use. */
  pathOf(picture: Picture, width: PosterWidth): Promise<string>
}

/** Smaller copies of pictures in a separate folder. */
export function openSmallPictures(folder: string): SmallPictures {
  const makeFileOnce = openMakeOnce(folder)
  return {
    pathOf: (picture, width) =>
      makeFileOnce(`${width}-${picture.name}`, (file) =>
        sharp(picture.path).resize({ width }).webp({ quality: WEBP_QUALITY }).toFile(file),
      ),
  }
}

export async function writeAvif(picture: Picture, width: PosterWidth, target: string): Promise<void> {
  await sharp(picture.path).resize({ width }).avif({ quality: AVIF_QUALITY }).toFile(target)
}

/** Size in px of link preview pictures. Rule: docs/platform.md, "Heads". */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630
const SHARE_QUALITY = 82
/** A part of the name of every link preview picture: increment it when the rendering changes. */
const SHARE_VERSION = 1
const BLADE_PATH = 'M32 4a28 28 0 0 1 17 5.8L38.6 23A12 12 0 0 0 32 20.6Z'
const BLADES = [0, 45, 90, 135, 180, 225, 270, 315].map((angle) => `<path d="${BLADE_PATH}" transform="rotate(${angle} 32 32)"/>`).join('')
/** The logo in a corner, on a dark shade, so that it is visible on any picture. */
const LOGO_OVERLAY = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">
  <defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0.55" stop-color="#0b0b0d" stop-opacity="0"/><stop offset="1" stop-color="#0b0b0d" stop-opacity="0.72"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#shade)"/>
  <g transform="translate(48 510) scale(1.125)" fill="#ffb454">${BLADES}<path d="M28.6 26.4v11.2l9.2-5.6Z"/></g>
</svg>`

interface SharePictures {
  /** The path of the preview picture. The file is created on first use. */
  pathOf(picture: { readonly name: string; readonly path: string }): Promise<string>
}

/** Link preview pictures, cropped to the most salient area, in a separate folder. */
export function openSharePictures(folder: string): SharePictures {
  const makeFileOnce = openMakeOnce(folder)
  return {
    pathOf: (picture) =>
      makeFileOnce(`${SHARE_VERSION}-${picture.name}.jpg`, (file) =>
        sharp(picture.path)
          .resize({ width: SHARE_WIDTH, height: SHARE_HEIGHT, fit: 'cover', position: sharp.strategy.attention })
          .composite([{ input: Buffer.from(LOGO_OVERLAY) }])
          .jpeg({ quality: SHARE_QUALITY, mozjpeg: true })
          .toFile(file),
      ),
  }
}

/** Returns the path of a file, which is created on first use. `write` writes the file to the given path. */
type MakeOnce = (name: string, write: (partPath: string) => Promise<unknown>) => Promise<string>

/** Files that are created once, in a separate folder. Writes are atomic, because other processes may use the folder. */
function openMakeOnce(folder: string): MakeOnce {
  const filePromises = new Map<string, Promise<string>>()

  async function makeFile(name: string, write: (partPath: string) => Promise<unknown>): Promise<string> {
    const file = path.join(folder, name)
    const hasFile = await access(file).then(
      () => true,
      () => false,
    )
    if (hasFile) return file
    await mkdir(folder, { recursive: true })
    const partPath = path.join(folder, `${crypto.randomUUID()}.part`)
    await write(partPath)
    await rename(partPath, file)
    return file
  }

  return (name, write) => {
    const filePromise = filePromises.get(name) ?? makeFile(name, write)
    filePromises.set(name, filePromise)
    filePromise.catch(() => filePromises.delete(name))
    return filePromise
  }
}

const manifestSchema = z.array(
  z.object({
    slug: z.string().regex(/^[a-z0-9-]+$/),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    tags: z.array(z.string()),
  }),
)

const ART_TYPE = 'image/webp'

/** One sample picture. Its name is a hash of its bytes, so the content of a name never changes. */
export interface Art {
  readonly slug: string
  readonly width: number
  readonly height: number
  readonly tags: readonly string[]
  readonly name: string
  readonly path: string
  readonly contentType: typeof ART_TYPE
}

/** The sample pictures of a folder, in the order of its `art.json`; none without that file. Throws if a picture is missing. */
export async function readArt(folder: string): Promise<readonly Art[]> {
  const text = await readFile(path.join(folder, 'art.json'), 'utf8').catch(emptyIfMissing)
  const entries = manifestSchema.parse(JSON.parse(text))
  return Promise.all(
    entries.map(async ({ slug, width, height, tags }) => {
      const file = path.join(folder, `${slug}.webp`)
      return { slug, width, height, tags, name: `${nameOf(await readFile(file))}.webp`, path: file, contentType: ART_TYPE }
    }),
  )
}

/** A file name from 128 bits of the content's hash, in the format of names under `/media/`. */
export function nameOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw error
}
