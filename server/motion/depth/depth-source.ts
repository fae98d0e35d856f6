import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { mkdir, readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { DepthMap } from '#motion/pixels.ts'
import { createWorkerPool } from '#server/workers/worker-pool.ts'
import type { Clock } from '#shared/clock.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { writeWhole } from '#server/disk/write-whole.ts'
import { settingsPathOf } from './depth-model.ts'
import type { DepthJob } from './depth-worker.ts'

/** The time limit of one picture, including loading the model, in ms. */
const DEPTH_LIMIT_MS = 60_000
/** The number of maps in memory: the videos of a commit use the same picture one after another. */
const MAPS_IN_MEMORY = 16

export interface DepthSource {
  /** The depth of a picture; null if it cannot be measured. Rejects only when aborted. */
  measure(picturePath: string, signal: AbortSignal): Promise<DepthMap | null>
  close(): Promise<void>
}

export interface DepthSourceOptions {
  readonly workerUrl: URL
  readonly modelPath: string
  readonly threads: number
  readonly cache: DepthCache
  readonly onProblem: (error: unknown) => void
  readonly setTimer?: Clock['setTimer']
}

/**
 * Measures depth with a model on its own thread, one picture at a time. The cache key is a hash of picture, model and model settings.
 * Rejects with one sentence if the model cannot be used.
 */
export async function openDepthSource({
  workerUrl,
  modelPath,
  threads,
  cache,
  onProblem,
  setTimer,
}: DepthSourceOptions): Promise<DepthSource> {
  const pool = createWorkerPool<DepthJob, DepthMap | null>(workerUrl, 1, setTimer)
  const job = { modelPath, threads }
  const modelLoad = pool.run({ ...job, picturePath: null }, { limitMs: DEPTH_LIMIT_MS, signal: neverAborted() })
  await modelLoad.catch((error: unknown) => pool.close().then(() => Promise.reject(error)))
  const modelHash = await hashOf([modelPath, settingsPathOf(modelPath)])
  const recentMaps = new Map<string, Promise<DepthMap>>()

  async function measureOnce(name: string, picturePath: string): Promise<DepthMap> {
    const cachedMap = await cache.read(name)
    if (cachedMap !== null) return toSharedMemory(cachedMap)
    const depthMap = await pool.run({ ...job, picturePath }, { limitMs: DEPTH_LIMIT_MS, signal: neverAborted() })
    if (depthMap === null) throw new Error('The depth model returned no depth.')
    await cache.write(name, depthMap).catch(onProblem)
    return toSharedMemory(depthMap)
  }

  function measureCached(name: string, picturePath: string): Promise<DepthMap> {
    const mapPromise = recentMaps.get(name) ?? measureOnce(name, picturePath)
    recentMaps.delete(name)
    recentMaps.set(name, mapPromise)
    mapPromise.catch(() => recentMaps.get(name) === mapPromise && recentMaps.delete(name))
    for (const [oldestName] of recentMaps) if (recentMaps.size > MAPS_IN_MEMORY) recentMaps.delete(oldestName)
    return mapPromise
  }

  return {
    async measure(picturePath, signal) {
      try {
        const name = `${modelHash.slice(0, 16)}-${await hashOf([picturePath])}`
        return await unlessAborted(measureCached(name, picturePath), signal)
      } catch (error) {
        signal.throwIfAborted()
        onProblem(error)
        return null
      }
    },
    close: () => pool.close(),
  }
}

/** Rejects on an abort, but does not stop `work`: other callers may wait for the depth of the same picture. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** One hash of the contents of all files; missing files count as empty. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    await pipeline(createReadStream(path), hash, { end: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  return hash.digest('hex')
}

/** Copies the map to memory that worker threads share. */
function toSharedMemory({ width, height, values }: DepthMap): DepthMap {
  const copy = new Uint8Array(new SharedArrayBuffer(values.length))
  copy.set(values)
  return { width, height, values: copy }
}

/** Depth maps in a folder, as small grey PNGs. The name is a hash of picture, model and model settings. */
export interface DepthCache {
  read(name: string): Promise<DepthMap | null>
  write(name: string, depthMap: DepthMap): Promise<void>
  /** Removes maps unused for a day, and the oldest above the limit. */
  removeOld(): Promise<void>
}

/** The maximum number of stored maps, and their lifetime after the last use: maps reveal private pictures. */
const MOST_MAPS = 500
const MAP_RETENTION_MS = 24 * 3_600_000

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
    const oldFiles = newestFirst.filter(({ usedMs }, index) => index >= MOST_MAPS || usedMs < nowMs() - MAP_RETENTION_MS)
    await Promise.all(oldFiles.map(({ name }) => rm(join(folder, name), { force: true })))
  }

  return {
    async read(name) {
      const png = await readFile(pathOf(name)).catch(() => null)
      if (png === null) return null
      const decoded = await sharp(png)
        .extractChannel(0)
        .raw()
        .toBuffer({ resolveWithObject: true })
        .catch(() => null)
      if (decoded === null) return null
      await touch(name)
      return { width: decoded.info.width, height: decoded.info.height, values: new Uint8Array(decoded.data) }
    },
    async write(name, { width, height, values }) {
      await mkdir(folder, { recursive: true })
      const bytes = await sharp(values, { raw: { width, height, channels: 1 } })
        .toColourspace('b-w')
        .png()
        .toBuffer()
      await writeWhole([{ path: pathOf(name), bytes }], neverAborted())
      await touch(name)
      await removeOld()
    },
    removeOld,
  }
}
