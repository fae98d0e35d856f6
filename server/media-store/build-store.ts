import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type StoredName, createNameIndex } from './file-store.ts'
import type { S3Store } from './s3-store.ts'

export type Encoding = 'br' | 'gzip'

export const ENCODING_SUFFIX = { br: '.br', gzip: '.gz' } as const
const RETAINED_BUILDS = 3
const DRAFT_PREFIX = '.draft-'
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']
/** The number of a build's objects that are stored or removed at the same time. */
const OBJECTS_AT_ONCE = 16

export interface BuildFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly encodings: readonly { readonly name: Encoding; readonly bytes: Uint8Array<ArrayBuffer> }[]
}

/**
 * The hashed files of the last three builds. Open pages still need files of the previous build, and during an update processes of two
 * builds answer in parallel.
 */
export interface BuildStore {
  save(assetsDir: string, buildId: string): Promise<void>
  /** A file of any stored build, by its path in the build. */
  find(name: string): Promise<BuildFile | undefined>
}

/** Stores builds on the disk, in one folder each. */
export function createDiskBuilds(folder: string): BuildStore {
  return {
    async save(assetsDir, buildId) {
      const target = path.join(folder, buildId)
      await fs.mkdir(folder, { recursive: true })
      if (!(await buildsIn(folder)).includes(buildId)) await copyBuild(assetsDir, target)
      await fs.utimes(target, new Date(), new Date())
      const outdatedBuilds = (await buildsIn(folder)).slice(RETAINED_BUILDS)
      await Promise.all(outdatedBuilds.map((build) => fs.rm(path.join(folder, build), { recursive: true, force: true })))
    },
    async find(name) {
      const readFrom = (build: string) => (encodedName: string) =>
        fs.readFile(path.join(folder, build, encodedName)).then(
          (bytes) => new Uint8Array(bytes),
          () => undefined,
        )
      for (const build of await buildsIn(folder)) {
        const file = await readEncoded(name, readFrom(build))
        if (file !== undefined) return file
      }
      return undefined
    },
  }
}

/** Copies a build. An interrupted copy has a temporary name and is ignored, and two processes may copy at once. */
async function copyBuild(source: string, target: string): Promise<void> {
  const draftFolder = await fs.mkdtemp(path.join(path.dirname(target), DRAFT_PREFIX))
  await copyFiles(source, draftFolder)
  await fs.rename(draftFolder, target).catch(async (error: unknown) => {
    await fs.rm(draftFolder, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  })
}

/** Copies files in parallel, because hundreds of small files would need more time than the rest of the start. */
async function copyFiles(source: string, target: string): Promise<void> {
  const files = await filesIn(source)
  const folders = new Set(files.map((file) => path.dirname(file)))
  await Promise.all([...folders].map((folder) => fs.mkdir(path.join(target, folder), { recursive: true })))
  await Promise.all(files.map((file) => fs.copyFile(path.join(source, file), path.join(target, file))))
}

/** The names of the stored builds, the most recently used build first. */
async function buildsIn(folder: string): Promise<string[]> {
  const names = (await fs.readdir(folder).catch((): string[] => [])).filter((name) => !name.startsWith(DRAFT_PREFIX))
  const buildUses = await Promise.all(names.map(async (name) => ({ name, usedMs: (await fs.stat(path.join(folder, name))).mtimeMs })))
  return buildUses.sort((a, b) => b.usedMs - a.usedMs).map(({ name }) => name)
}

/** The name of the object that marks a build. Each server start with the build rewrites it, so its date is the last use of the build. */
const USED_MARKER = '/used'

/**
 * Stores builds as objects whose names begin with the build id. If a server start is interrupted, the next start with the same build adds
 * the missing files.
 */
export function createStoredBuilds(store: S3Store): BuildStore {
  const index = createNameIndex(store)

  async function findListed(name: string): Promise<BuildFile | undefined> {
    const builds = [...index.names()].filter((each) => each.endsWith(USED_MARKER)).map((each) => each.slice(0, -USED_MARKER.length))
    const build = builds.find((each) => index.has(`${each}/${name}`))
    if (build === undefined) return undefined
    return readEncoded(name, (encodedName) => readStored(`${build}/${encodedName}`))
  }

  async function readStored(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (!index.has(name)) return undefined
    return new Uint8Array(await new Response(await store.file(name).read()).arrayBuffer())
  }

  return {
    async save(assetsDir, buildId) {
      const storedObjects = await store.list()
      const storedNames = new Set(storedObjects.map(({ name }) => name))
      const missingFiles = (await filesIn(assetsDir)).filter((file) => !storedNames.has(`${buildId}/${toUrl(file)}`))
      const storeFile = async (file: string) =>
        store.put(`${buildId}/${toUrl(file)}`, new Uint8Array(await fs.readFile(path.join(assetsDir, file))))
      await inGroups(missingFiles, storeFile)
      await store.put(buildId + USED_MARKER, new TextEncoder().encode(buildId))
      const outdatedNames = findOutdated(storedObjects, buildId)
      await inGroups(outdatedNames, (name) => store.remove(name))
    },
    async find(name) {
      const listedFile = await findListed(name)
      if (listedFile !== undefined) return listedFile
      await index.refresh()
      return findListed(name)
    },
  }
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += OBJECTS_AT_ONCE)
    await Promise.all(items.slice(start, start + OBJECTS_AT_ONCE).map(work))
}

/** The stored objects of outdated builds: all builds except `buildId` and the `RETAINED_BUILDS - 1` most recently used of the others. */
function findOutdated(storedObjects: readonly StoredName[], buildId: string): string[] {
  const buildOf = (name: string) => name.slice(0, name.indexOf('/'))
  const usedAtMsByBuild = new Map<string, number>()
  for (const { name, changedAtMs } of storedObjects)
    usedAtMsByBuild.set(buildOf(name), Math.max(changedAtMs, usedAtMsByBuild.get(buildOf(name)) ?? 0))
  usedAtMsByBuild.delete(buildId)
  const outdatedUses = [...usedAtMsByBuild].sort(([, a], [, b]) => b - a).slice(RETAINED_BUILDS - 1)
  const builds = new Set(outdatedUses.map(([build]) => build))
  return storedObjects.map(({ name }) => name).filter((name) => builds.has(buildOf(name)))
}

async function readEncoded(
  name: string,
  read: (encodedName: string) => Promise<Uint8Array<ArrayBuffer> | undefined>,
): Promise<BuildFile | undefined> {
  const bytes = await read(name)
  if (bytes === undefined) return undefined
  const encodedForms = ENCODINGS.map(async (encoding) => ({ name: encoding, bytes: await read(name + ENCODING_SUFFIX[encoding]) }))
  const encodings = (await Promise.all(encodedForms)).flatMap(({ name: encoding, bytes: encodedBytes }) =>
    encodedBytes === undefined ? [] : [{ name: encoding, bytes: encodedBytes }],
  )
  return { bytes, encodings }
}

/** Files by their paths in the folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

const toUrl = (file: string) => file.split(path.sep).join('/')
