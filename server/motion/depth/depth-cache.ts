import { mkdir, readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { DepthMap } from '#shared/motion/picture.ts'
import { writeWhole } from '#server/platform/media/disk.ts'

/** Maps in a folder, each a small grey PNG, by a name that says of what they are. */
export interface DepthCache {
  read(name: string): Promise<DepthMap | null>
  write(name: string, map: DepthMap): Promise<void>
  /** Removes what nobody has used for a day, and the oldest of too many. */
  removeOld(): Promise<void>
}

/** Maps that are kept at most, and for how long after their last use: they show what private pictures show. */
const MOST_MAPS = 500
const KEPT_MS = 24 * 3_600_000

const never = new AbortController().signal

export function createDepthCache(folder: string, nowMs: () => number): DepthCache {
  const pathOf = (name: string) => join(folder, `${name}.png`)

  async function touch(name: string): Promise<void> {
    const now = new Date(nowMs())
    await utimes(pathOf(name), now, now).catch(() => {})
  }

  async function removeOld(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => ({
        name,
        usedMs: await stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      })),
    )
    const newestFirst = files.toSorted((a, b) => b.usedMs - a.usedMs)
    const old = newestFirst.filter(({ usedMs }, place) => place >= MOST_MAPS || usedMs < nowMs() - KEPT_MS)
    await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })))
  }

  return {
    async read(name) {
      const png = await readFile(pathOf(name)).catch(() => null)
      if (png === null) return null
      const found = await sharp(png)
        .extractChannel(0)
        .raw()
        .toBuffer({ resolveWithObject: true })
        .catch(() => null)
      if (found === null) return null
      await touch(name)
      return { width: found.info.width, height: found.info.height, values: new Uint8Array(found.data) }
    },
    async write(name, { width, height, values }) {
      await mkdir(folder, { recursive: true })
      const bytes = await sharp(values, { raw: { width, height, channels: 1 } })
        .toColourspace('b-w')
        .png()
        .toBuffer()
      await writeWhole([{ path: pathOf(name), bytes }], never)
      await touch(name)
      await removeOld()
    },
    removeOld,
  }
}
