import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DepthCache, type DepthSourceOptions, createDepthCache, openDepthSource } from '#server/motion/depth/depth-source.ts'
import type { DepthMap } from '#motion/pixels.ts'
import { buildForNode } from '../../fixtures/build-for-node.ts'
import { depthScene } from '../../fixtures/depth/depth-scene.ts'
import { writeOnnx } from '../../fixtures/depth/write-onnx.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const PICTURE = { width: 400, height: 300 }
const BLUE = [0, 0, 1]
const DAY_MS = 24 * 3_600_000

const scene = depthScene(PICTURE.width / PICTURE.height)
const neverStopped = neverAborted()

let folder: string
let workerUrl: URL
let picturePath: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-depth-'))
  workerUrl = new URL('depth-worker.js', await buildForNode({ 'depth-worker': 'server/motion/depth/depth-worker.ts' }))
  picturePath = await writePicture('picture.png')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function writePicture(name: string, { width, height } = PICTURE): Promise<string> {
  const path = join(folder, name)
  await sharp(scene.paint(width, height).data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(path)
  return path
}

async function writeModel(name: string, model: Parameters<typeof writeOnnx>[0], notes?: object): Promise<string> {
  const path = join(folder, `${name}.onnx`)
  await writeFile(path, writeOnnx(model))
  if (notes !== undefined) await writeFile(join(folder, `${name}.json`), JSON.stringify(notes))
  return path
}

/** A depth cache in memory. `names` lists the stored maps, one for each measurement. */
function createMemoryCache() {
  const maps = new Map<string, DepthMap>()
  const cache: DepthCache = {
    read: async (name) => maps.get(name) ?? null,
    write: async (name, map) => void maps.set(name, map),
    removeOld: async () => {},
  }
  return { cache, names: () => [...maps.keys()] }
}

async function openSource(options: Partial<DepthSourceOptions> & { readonly modelPath: string }) {
  const problems: unknown[] = []
  const onProblem = (error: unknown) => problems.push(error)
  const source = await openDepthSource({ workerUrl, threads: 1, cache: createMemoryCache().cache, onProblem, ...options })
  onTestFinished(() => source.close())
  return { source, problems }
}

/** The 95th percentile of the difference from the scene's own depth. The 5 percent above it are edges, which the model's coarse pixels blur. */
function differenceFromScene({ width, height, values }: DepthMap, isTurned = false): number {
  const differences = Array.from(values, (value, i) => {
    const depth = scene.depthAt(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height)
    return Math.abs(value / 255 - (isTurned ? 1 - depth : depth))
  })
  return differences.toSorted((a, b) => a - b)[Math.floor(differences.length * 0.95)]!
}

test('the measured depth is that of the scene, at the size of a model without a fixed one', async () => {
  const { source, problems } = await openSource({ modelPath: await writeModel('open', { weights: BLUE }) })
  const map = await source.measure(picturePath, neverStopped)
  expect(problems).toEqual([])
  expect([map?.width, map?.height]).toEqual([686, 518])
  expect(differenceFromScene(map!)).toBeLessThan(0.02)
})

test('a model with a fixed size gets the picture at that size', async () => {
  const modelPath = await writeModel('fixed', { weights: BLUE, size: { width: 70, height: 56 } })
  const map = await (await openSource({ modelPath })).source.measure(picturePath, neverStopped)
  expect([map?.width, map?.height]).toEqual([70, 56])
  expect(differenceFromScene(map!)).toBeLessThan(0.05)
})

test('notes beside a model swap near and far, and set its size', async () => {
  const notes = { width: 140, height: 98, mean: [0, 0, 0], std: [1, 1, 1], nearIs: 'small' }
  const modelPath = await writeModel('turned', { weights: BLUE }, notes)
  const map = await (await openSource({ modelPath })).source.measure(picturePath, neverStopped)
  expect([map?.width, map?.height]).toEqual([140, 98])
  expect(differenceFromScene(map!, true)).toBeLessThan(0.05)
})

test('a picture is measured once, for any number of callers', async () => {
  const { cache, names } = createMemoryCache()
  const modelPath = await writeModel('once', { weights: BLUE, size: { width: 70, height: 56 } })
  const measuredNames: string[] = []
  const countingCache: DepthCache = { ...cache, write: (name, map) => cache.write(name, map).then(() => void measuredNames.push(name)) }
  const firstRun = await openSource({ modelPath, cache: countingCache })
  const copy = await writePicture('copy.png')
  const [a, b] = await Promise.all([firstRun.source.measure(picturePath, neverStopped), firstRun.source.measure(copy, neverStopped)])
  expect(a).toEqual(b)
  const secondRun = await openSource({ modelPath, cache: countingCache })
  expect(await secondRun.source.measure(picturePath, neverStopped)).toEqual(a)
  expect(measuredNames).toHaveLength(1)

  const otherModelRun = await openSource({
    modelPath: await writeModel('other', { weights: [1, 0, 0], size: { width: 70, height: 56 } }),
    cache: countingCache,
  })
  expect(await otherModelRun.source.measure(picturePath, neverStopped)).not.toEqual(a)
  expect(names()).toHaveLength(2)
})

test.each([
  ['that gives no numbers', { weights: [0, 0, -1], last: 'Log' as const }],
  ['that sees the same everywhere', { weights: [0, 0, 0] }],
])('a model %s is an error and no depth, and the next picture is measured', async (name, model) => {
  const { source, problems } = await openSource({ modelPath: await writeModel(name.replaceAll(' ', '-'), model) })
  expect(await source.measure(picturePath, neverStopped)).toBeNull()
  expect(await source.measure(picturePath, neverStopped)).toBeNull()
  expect(problems).toHaveLength(2)
})

test('an invalid or missing picture is an error and no depth', async () => {
  const { source, problems } = await openSource({ modelPath: await writeModel('none', { weights: BLUE }) })
  const brokenPath = join(folder, 'none.png')
  await writeFile(brokenPath, 'no picture')
  expect(await source.measure(brokenPath, neverStopped)).toBeNull()
  expect(await source.measure(join(folder, 'away.png'), neverStopped)).toBeNull()
  expect(problems).toHaveLength(2)
  expect(await source.measure(picturePath, neverStopped)).not.toBeNull()
})

test('an aborted caller stops waiting', async () => {
  const { source } = await openSource({ modelPath: await writeModel('aborted', { weights: BLUE }) })
  const abort = new AbortController()
  const measurement = source.measure(picturePath, abort.signal)
  abort.abort(new Error('stop'))
  await expect(measurement).rejects.toThrow('stop')
  expect(await source.measure(picturePath, neverStopped)).not.toBeNull()
})

test.each([
  ['a file that is not there', async () => join(folder, 'missing.onnx'), /^DEPTH_MODEL: can't read the file .*missing\.onnx/],
  [
    'a file that is no model',
    async () => {
      await writeFile(join(folder, 'text.onnx'), 'no model')
      return join(folder, 'text.onnx')
    },
    /^DEPTH_MODEL: can't load the model .*text\.onnx/,
  ],
  [
    'a model that takes no picture',
    () => writeModel('wide', { weights: [1, 1, 1, 1] }),
    /^DEPTH_MODEL: .*wide\.onnx must have one float32 input/,
  ],
  ['notes that are wrong', () => writeModel('noted', { weights: BLUE }, { nearIs: 'left' }), /^DEPTH_MODEL: .*noted\.json: nearIs: /],
])('%s is reported in one sentence at the start', async (_name, write, sentence) => {
  const modelPath = await write()
  await expect(openSource({ modelPath })).rejects.toThrow(sentence)
})

test('maps survive a process, and are removed a day after their last use', async () => {
  const maps = join(folder, 'maps')
  let nowMs = Date.now()
  const cache = createDepthCache(maps, () => nowMs)
  const map = { width: 3, height: 2, values: Uint8Array.of(0, 50, 100, 150, 200, 255) }
  await cache.write('old', map)
  await cache.write('used', map)
  await utimes(join(maps, 'old.png'), new Date(nowMs - 2 * DAY_MS), new Date(nowMs - 2 * DAY_MS))
  nowMs += 0.9 * DAY_MS
  expect(await createDepthCache(maps, () => nowMs).read('used')).toEqual(map)
  nowMs += 0.9 * DAY_MS
  await cache.write('new', map)
  await cache.removeOld()
  expect((await readdir(maps)).toSorted()).toEqual(['new.png', 'used.png'])
  expect(await cache.read('old')).toBeNull()
  await writeFile(join(maps, 'new.png'), 'no picture')
  expect(await cache.read('new')).toBeNull()
})
