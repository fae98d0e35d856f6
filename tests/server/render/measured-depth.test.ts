import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepthCache, openDepthSource } from '#server/motion/depth/depth-source.ts'
import type { EngineRequest } from '#server/motion/engine.ts'
import { createBuiltinEngine } from '#server/motion/engines/open-engines.ts'
import { prepareSource } from '#server/motion/render/prepare-source.ts'
import { poseAtTime } from '#motion/camera/camera-path.ts'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { DepthMap } from '#motion/pixels.ts'
import { builtRenderWorker } from '../../fixtures/built-render-worker.ts'
import { builtDepthWorker } from '../../fixtures/depth/built-depth-worker.ts'
import { depthScene } from '../../fixtures/depth/depth-scene.ts'
import { errorsOfFrame } from '../../fixtures/depth/errors-of-frame.ts'
import { writeOnnx } from '../../fixtures/depth/write-onnx.ts'
import { boxAt } from '../../fixtures/mp4-boxes.ts'
import { psnrOf } from '../../fixtures/psnr.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const FRAME = { width: 480, height: 360 }
const PICTURE = { width: 960, height: 720 }
const MOST_OF_WAY = 0.05
const MOST_AT_EDGES = 0.2
const LEAST_WAY = 0.02
const LEAST_PSNR_DB = 35
const TASK: Omit<EngineRequest, 'imagePaths' | 'videoPath' | 'posterPath'> = {
  taskId: 'task-1',
  bizType: 'CUSTOM',
  modelName: '',
  prompt: 'orbit right',
  templateId: null,
  aiMusic: 0,
  seed: 7,
  duration: '4s',
  resolution: '480p',
  imageFidelity: 0.5,
  variation: 0,
}
const RUN_WITHOUT_LISTENERS = {
  signal: neverAborted(),
  onStage: () => {},
  onProgress: () => {},
  handle: null,
  saveHandle: () => Promise.resolve(),
}
const TIMES = [0, 0.3, 0.7, 1]

const scene = depthScene(FRAME.width / FRAME.height)

let folder: string
let picturePath: string
let depth: DepthMap

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-measured-'))
  picturePath = join(folder, 'scene.png')
  const modelPath = join(folder, 'blue.onnx')
  await sharp(scene.paint(PICTURE.width, PICTURE.height).data, { raw: { ...PICTURE, channels: 4 } })
    .png()
    .toFile(picturePath)
  await writeFile(modelPath, writeOnnx({ weights: [0, 0, 1] }))
  const problems: unknown[] = []
  const cache = createDepthCache(join(folder, 'maps'), Date.now)
  const workerUrl = await builtDepthWorker()
  const source = await openDepthSource({ workerUrl, modelPath, threads: 1, cache, onProblem: (error) => problems.push(error) })
  depth = (await source.measure(picturePath, neverAborted()))!
  await source.close()
  expect(problems).toEqual([])
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

async function drawn(prompt: string, map: DepthMap | undefined) {
  const rest = { kind: 'move', seconds: 6, framesPerSecond: 24, imageFidelity: 0, seed: 3, variation: 0 } as const
  const plan = makePlan({ ...rest, prompt, picture: PICTURE, hasDepth: true })
  if (plan.scene.kind !== 'camera') throw new Error('no camera')
  const camera = plan.scene
  const source = await prepareSource(picturePath, sourceSize(plan, FRAME))
  const renderer = createRenderer(await createKernel(), plan, [{ ...source, depth: map }], FRAME)
  const frameAt = (time: number) => Uint8Array.from(renderer.rgba(Math.round(time * (plan.frameCount - 1))))
  return { frameAt, errorsAt: (time: number) => errorsOfFrame(frameAt(time), FRAME, scene, camera, poseAtTime(camera, time)) }
}

test.each(['orbit right', 'dolly in', 'truck left', 'crane up'])(
  '%s: pixels move as before a real camera, edges stay, and uncovered areas show the background',
  async (prompt) => {
    const measured = (await drawn(prompt, depth)).errorsAt(1)
    const guessed = (await drawn(prompt, undefined)).errorsAt(1)
    expect(measured.largestDisplacement).toBeGreaterThan(LEAST_WAY)
    expect(measured.meanError).toBeLessThan(measured.largestDisplacement * MOST_OF_WAY)
    expect(measured.meanError).toBeLessThan(guessed.meanError / 2)
    expect(measured.error95).toBeLessThan(measured.largestDisplacement * MOST_AT_EDGES)
    expect(measured.wrongSurfaceShare).toBeLessThan(0.005)
    expect(measured.uncoveredShare).toBeGreaterThan(0.01)
    expect(measured.wronglyUncoveredShare).toBeLessThan(0.01)
  },
  60_000,
)

test('no frame has a hole: all of it is opaque, without pixels of another frame', async () => {
  for (const prompt of ['pull out and truck right', 'dolly zoom, shallow focus']) {
    const [first, second] = [await drawn(prompt, depth), await drawn(prompt, depth)]
    const onItsOwn = second.frameAt(0.5)
    for (const time of TIMES) {
      const pixels = first.frameAt(time)
      expect(pixels.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true)
    }
    expect(Buffer.compare(first.frameAt(0.5), onItsOwn)).toBe(0)
  }
}, 60_000)

test('at rest the picture is unchanged', async () => {
  const prepared = await prepareSource(picturePath, FRAME)
  expect(psnrOf((await drawn('dolly in', depth)).frameAt(0), prepared.data)).toBeGreaterThan(LEAST_PSNR_DB)
})

test('fog hides far parts and leaves near ones', async () => {
  const [clear, foggy] = [await drawn('still', depth), await drawn('still, fog', depth)]
  const [before, after] = [clear.frameAt(0.5), foggy.frameAt(0.5)]
  const changeAt = (u: number, v: number) => {
    const at = (Math.floor(v * FRAME.height) * FRAME.width + Math.floor(u * FRAME.width)) * 4
    return [0, 1, 2].reduce((sum, channel) => sum + Math.abs(after[at + channel]! - before[at + channel]!), 0)
  }
  const ball = changeAt(0.62, 0.48) + changeAt(0.66, 0.48) + changeAt(0.7, 0.48)
  const wall = changeAt(0.4, 0.3) + changeAt(0.44, 0.3) + changeAt(0.9, 0.3)
  expect(ball * 3).toBeLessThan(wall)
})

test('a focus pull blurs the near ball at first and the far parts at the end', async () => {
  const { frameAt } = await drawn('still, focus pull', depth)
  const [first, last] = [frameAt(0), frameAt(1)]
  expect(edgeAt(first, 0.48, 0.55)).toBeLessThan(edgeAt(last, 0.48, 0.55) * 0.7)
})

/** The steepest step of the blue channel along a line across an edge. */
function edgeAt(pixels: Uint8Array, fromU: number, toU: number): number {
  const row = Math.floor(0.48 * FRAME.height) * FRAME.width
  let steepest = 0
  for (let x = Math.floor(fromU * FRAME.width); x < toU * FRAME.width; x++) {
    steepest = Math.max(steepest, Math.abs(pixels[(row + x) * 4 + 2]! - pixels[(row + x + 1) * 4 + 2]!))
  }
  return steepest
}

test('a repeated task makes the same video; one without measured depth makes that of the guess', async () => {
  const workerUrl = await builtRenderWorker()
  const videoOf = async (name: string, measure: (() => Promise<DepthMap | null>) | null) => {
    const engine = createBuiltinEngine({ workerUrl, workers: 2, depth: measure === null ? undefined : { measure } })
    const videoPath = join(folder, `${name}.mp4`)
    await engine.run({ ...TASK, imagePaths: [picturePath], videoPath, posterPath: join(folder, `${name}.jpg`) }, RUN_WITHOUT_LISTENERS)
    await engine.close()
    const file = await readFile(videoPath)
    const { buffer, byteOffset, byteLength } = boxAt(new DataView(file.buffer, file.byteOffset, file.length), ['mdat'])
    return Buffer.from(buffer, byteOffset, byteLength)
  }
  const guessed = await videoOf('guessed', null)
  const unmeasured = await videoOf('unmeasured', () => Promise.resolve(null))
  const measured = await videoOf('measured', () => Promise.resolve(depth))
  const again = await videoOf('again', () => Promise.resolve(depth))
  expect(unmeasured.equals(guessed)).toBe(true)
  expect(again.equals(measured)).toBe(true)
  expect(measured.equals(guessed)).toBe(false)
}, 180_000)
