import type { PosterWidth } from '#shared/domain/poster-widths.ts'
import { randomUUID } from 'node:crypto'
import { access, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const QUALITY = 78

export interface SmallPictures {
  /** The picture in that width, made when it is asked for the first time. */
  pathOf(picture: { readonly name: string; readonly path: string }, width: PosterWidth): Promise<string>
}

/** Smaller copies of pictures in a folder of their own. Other processes may use it meanwhile: each file appears whole. */
export function openSmallPictures(folder: string): SmallPictures {
  const made = new Map<string, Promise<string>>()

  async function make(from: string, name: string, width: PosterWidth): Promise<string> {
    const file = path.join(folder, name)
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    if (isThere) return file
    await mkdir(folder, { recursive: true })
    const unfinished = path.join(folder, `${randomUUID()}.part`)
    await sharp(from).resize({ width }).webp({ quality: QUALITY }).toFile(unfinished)
    await rename(unfinished, file)
    return file
  }

  return {
    pathOf(picture, width) {
      const name = `${width}-${picture.name}`
      const making = made.get(name) ?? make(picture.path, name, width)
      made.set(name, making)
      making.catch(() => made.delete(name))
      return making
    },
  }
}
