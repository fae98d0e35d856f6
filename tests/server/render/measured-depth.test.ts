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
const MAX_MEAN_ERROR_SHARE = 0.05
const MAX_HIGH_ERROR_SHARE = 0.2
const MIN_LARGEST_WAY = 0.02
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

async function openScene(prompt: string, map: DepthMap | undefined) {
  const planFields = { kind: 'move', seconds: 6, framesPerSecond: 24, imageFidelity: 0, seed: 3, variation: 0 } as const
  const plan = makePlan({ ...planFields, prompt, picture: PICTURE, hasDepth: true })
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
    const measuredErrors = (await openScene(prompt, depth)).errorsAt(1)
    const guessedErrors = (await openScene(prompt, undefined)).errorsAt(1)
    expect(measuredErrors.largestDisplacement).toBeGreaterThan(MIN_LARGEST_WAY)
    expect(measuredErrors.meanError).toBeLessThan(measuredErrors.largestDisplacement * MAX_MEAN_ERROR_SHARE)
    expect(measuredErrors.meanError).toBeLessThan(guessedErrors.meanError / 2)
    expect(measuredErrors.error95).toBeLessThan(measuredErrors.largestDisplacement * MAX_HIGH_ERROR_SHARE)
    expect(measuredErrors.wrongSurfaceShare).toBeLessThan(0.005)
    expect(measuredErrors.uncoveredShare).toBeGreaterThan(0.01)
    expect(measuredErrors.wronglyUncoveredShare).toBeLessThan(0.01)
  },
  60_000,
)

test('no frame has a hole: all of it is opaque, without pixels of another frame', async () => {
  for (const prompt of ['pull out and truck right', 'dolly zoom, shallow focus']) {
    const [firstScene, secondScene] = [await openScene(prompt, depth), await openScene(prompt, depth)]
    const singleFrame = secondScene.frameAt(0.5)
    for (const time of TIMES) {
      const pixels = firstScene.frameAt(time)
      expect(pixels.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true)
    }
    expect(Buffer.compare(firstScene.frameAt(0.5), singleFrame)).toBe(0)
  }
}, 60_000)

test('at rest the picture is unchanged', async () => {
  const preparedPicture = await prepareSource(picturePath, FRAME)
  expect(psnrOf((await openScene('dolly in', depth)).frameAt(0), preparedPicture.data)).toBeGreaterThan(LEAST_PSNR_DB)
})

test('fog hides far parts and leaves near ones', async () => {
  const [clearScene, foggyScene] = [await openScene('still', depth), await openScene('still, fog', depth)]
  const [clearPixels, foggyPixels] = [clearScene.frameAt(0.5), foggyScene.frameAt(0.5)]
  const changeAt = (u: number, v: number) => {
    const offset = (Math.floor(v * FRAME.height) * FRAME.width + Math.floor(u * FRAME.width)) * 4
    return [0, 1, 2].reduce((sum, channel) => sum + Math.abs(foggyPixels[offset + channel]! - clearPixels[offset + channel]!), 0)
  }
  const ballChange = changeAt(0.62, 0.48) + changeAt(0.66, 0.48) + changeAt(0.7, 0.48)
  const wallChange = changeAt(0.4, 0.3) + changeAt(0.44, 0.3) + changeAt(0.9, 0.3)
  expect(ballChange * 3).toBeLessThan(wallChange)
})

test('a focus pull blurs the near ball at first and the far parts at the end', async () => {
  const { frameAt } = await openScene('still, focus pull', depth)
  const [firstFrame, lastFrame] = [frameAt(0), frameAt(1)]
  expect(edgeSteepness(firstFrame, 0.48, 0.55)).toBeLessThan(edgeSteepness(lastFrame, 0.48, 0.55) * 0.7)
})

/**
 * The largest difference in blue between two neighbouring pixels of one row. `fromU` and `toU` are the ends of the row's part, as shares of
 * the width.
 */
function edgeSteepness(pixels: Uint8Array, fromU: number, toU: number): number {
  const row = Math.floor(0.48 * FRAME.height) * FRAME.width
  let steepest = 0
  for (let x = Math.floor(fromU * FRAME.width); x < toU * FRAME.width; x++) {
    steepest = Math.max(steepest, Math.abs(pixels[(row + x) * 4 + 2]! - pixels[(row + x + 1) * 4 + 2]!))
  }
  return steepest
}

test('a repeated task makes the same video; one without measured depth makes that of the guess', async () => {
  const workerUrl = await builtRenderWorker()
  const renderVideo = async (name: string, measure: (() => Promise<DepthMap | null>) | null) => {
    const engine = createBuiltinEngine({ workerUrl, workers: 2, depth: measure === null ? undefined : { measure } })
    const videoPath = join(folder, `${name}.mp4`)
    await engine.run({ ...TASK, imagePaths: [picturePath], videoPath, posterPath: join(folder, `${name}.jpg`) }, RUN_WITHOUT_LISTENERS)
    await engine.close()
    const file = await readFile(videoPath)
    const { buffer, byteOffset, byteLength } = boxAt(new DataView(file.buffer, file.byteOffset, file.length), ['mdat'])
    return Buffer.from(buffer, byteOffset, byteLength)
  }
  const guessedVideo = await renderVideo('guessed', null)
  const unmeasuredVideo = await renderVideo('unmeasured', () => Promise.resolve(null))
  const measuredVideo = await renderVideo('measured', () => Promise.resolve(depth))
  const repeatedVideo = await renderVideo('again', () => Promise.resolve(depth))
  expect(unmeasuredVideo.equals(guessedVideo)).toBe(true)
  expect(repeatedVideo.equals(measuredVideo)).toBe(true)
  expect(measuredVideo.equals(guessedVideo)).toBe(false)
}, 180_000)
