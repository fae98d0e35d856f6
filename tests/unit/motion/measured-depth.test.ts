import { beforeAll, expect, test } from 'vitest'
import { poseAtTime } from '#shared/motion/camera/camera-scene.ts'
import { createRenderer } from '#shared/motion/create-renderer.ts'
import { fitDepth } from '#shared/motion/depth/fit-depth.ts'
import { createKernel } from '#shared/motion/kernel/create-kernel.ts'
import { makePlan } from '#shared/motion/make-plan.ts'
import { sourceSize } from '#shared/motion/source-size.ts'
import { depthScene, distanceFrom, placesOf } from '../../fixtures/depth/depth-scene.ts'

const FRAME = { width: 640, height: 480 }
const ASPECT = FRAME.width / FRAME.height
const MAP = { width: 686, height: 518 }
const STEP = 2
/** Another surface's depth, in levels of the picture's blue. */
const OTHER_SURFACE = 40
const EDGE_PX = 3
const MOVES = ['orbit right', 'dolly in', 'truck left', 'crane up', 'dolly zoom']

const scene = depthScene(ASPECT)

function planOf(prompt: string) {
  const rest = { bizType: 'CUSTOM', templateId: null, durationSeconds: 6, imageFidelity: 0, seed: 3, take: 0 } as const
  const plan = makePlan({ ...rest, prompt, picture: FRAME, hasDepth: true })
  if (plan.scene.kind !== 'camera') throw new Error('no camera')
  return { ...plan, scene: plan.scene }
}

async function frameOf(prompt: string, isMeasured: boolean, time = 1) {
  const plan = planOf(prompt)
  const size = sourceSize(plan, FRAME)
  const picture = scene.paint(size.width, size.height)
  const depth = isMeasured ? fitDepth(scene.map(MAP.width, MAP.height), size) : undefined
  const renderer = createRenderer(await createKernel(), plan, [{ ...picture, depth }], FRAME)
  const pixels = Uint8Array.from(renderer.rgba(Math.round(time * (plan.frameCount - 1))))
  return { plan, pixels, pose: poseAtTime(plan.scene, time) }
}

interface Errors {
  /** Largest way that depth alone moves a place, and the mean and 95th percentile of the error, in picture heights. */
  readonly largest: number
  readonly mean: number
  readonly high: number
  /** Shares of pixels that show another surface: away from edges, and where something comes out from behind another. */
  readonly strange: number
  readonly revealed: number
  readonly wrongRevealed: number
}

async function errorsOf(prompt: string, isMeasured: boolean): Promise<Errors> {
  const { plan, pixels, pose } = await frameOf(prompt, isMeasured)
  const seen = placesOf(FRAME, STEP).map(({ at, across, down }) => {
    const truth = scene.look(plan.scene, pose, across, down)
    const flat = scene.look({ ...plan.scene, relief: 0 }, pose, across, down)
    const around = [-1, 1].flatMap((way) => [
      scene.look(plan.scene, pose, across + (way * EDGE_PX) / FRAME.width, down).depth,
      scene.look(plan.scene, pose, across, down + (way * EDGE_PX) / FRAME.height).depth,
    ])
    const isEdge = around.some((depth) => Math.abs(depth - truth.depth) > 0.1)
    const error = distanceFrom(truth, pixels[at]!, pixels[at + 1]!, ASPECT)
    const isStrange = Math.abs(pixels[at + 2]! - truth.depth * 255) > OTHER_SURFACE
    return { ...truth, way: Math.hypot((truth.u - flat.u) * ASPECT, truth.v - flat.v), error, isEdge, isStrange }
  })
  const shown = seen.filter(({ isInPicture }) => isInPicture)
  const errors = shown.map(({ error }) => error).toSorted((a, b) => a - b)
  const hidden = seen.filter(({ isInPicture, isEdge }) => !isInPicture && !isEdge)
  return {
    largest: Math.max(...seen.map(({ way }) => way)),
    mean: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    high: errors[Math.floor(errors.length * 0.95)]!,
    strange: shown.filter(({ isStrange, isEdge }) => isStrange && !isEdge).length / shown.length,
    revealed: hidden.length / seen.length,
    wrongRevealed: hidden.filter(({ isStrange }) => isStrange).length / Math.max(1, hidden.length),
  }
}

const found = new Map<string, { measured: Errors; guessed: Errors }>()

beforeAll(async () => {
  for (const prompt of MOVES) {
    const errors = { measured: await errorsOf(prompt, true), guessed: await errorsOf(prompt, false) }
    found.set(prompt, errors)
    console.log(prompt, JSON.stringify(errors))
  }
})

test.each(MOVES)('%s: places move as before a real camera, within 5 % of the largest way and far closer than by a guess', (prompt) => {
  const { measured, guessed } = found.get(prompt)!
  expect(measured.largest).toBeGreaterThan(0.02)
  expect(measured.mean).toBeLessThan(measured.largest * 0.05)
  expect(measured.mean).toBeLessThan(guessed.mean / 2)
})
