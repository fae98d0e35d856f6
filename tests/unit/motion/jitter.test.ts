import { expect, test } from 'vitest'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import type { CameraPose, MotionPlan } from '#motion/motion-plan.ts'
import { landscapePicture } from '../../fixtures/landscape-picture.ts'
import { displacement } from '../../fixtures/phase-correlation.ts'

const FRAME = { width: 420, height: 280 }
const WINDOW_PX = 256
const FRAME_COUNT = 14
const MAX_JITTER_PX = 0.1

const REST_POSE: CameraPose = { view: 0.8, panX: 0, panY: 0, truckX: 0, truckY: 0, push: 0 }

/** A pan at constant speed without easing. `wayX` and `wayY` are its length in picture heights. */
function linearPan(wayX: number, wayY: number): MotionPlan {
  const from = { ...REST_POSE, panX: -wayX / 2, panY: -wayY / 2 }
  const to = { ...REST_POSE, panX: wayX / 2, panY: wayY / 2 }
  return {
    version: 2,
    frameCount: FRAME_COUNT,
    framesPerSecond: 24,
    aspect: FRAME.width / FRAME.height,
    seed: 1,
    scene: { kind: 'camera', from, to, easeIn: 0, easeOut: 0, relief: 0, focusDepth: 0.5, maxDepthSlope: 1 },
    distortions: [],
    overlays: [],
    grade: null,
    summary: { moves: [], unmet: [] },
  }
}

async function lumaOfFrames(plan: MotionPlan): Promise<Float64Array[]> {
  const size = sourceSize(plan, FRAME)
  const renderer = createRenderer(await createKernel(), plan, [landscapePicture(size.width, size.height, 4)], FRAME)
  return Array.from({ length: FRAME_COUNT }, (_, index) => Float64Array.from(renderer.i420(index).subarray(0, FRAME.width * FRAME.height)))
}

test.each([
  { wayX: 0.12, wayY: 0, speed: 'slow' },
  { wayX: 0.29, wayY: 0, speed: 'ordinary' },
  { wayX: 0.05, wayY: 0.13, speed: 'slanted' },
])('a $speed pan at even speed moves each frame by the same way, within a tenth of a pixel', async ({ wayX, wayY }) => {
  const frames = await lumaOfFrames(linearPan(wayX, wayY))
  const steps = frames.slice(1).map((frame, i) => displacement(frames[i]!, frame, FRAME.width, FRAME.height, WINDOW_PX))
  const stepPx = (way: number) => -(way * FRAME.height) / REST_POSE.view / (FRAME_COUNT - 1)
  for (const { x, y } of steps) {
    expect(Math.abs(x - stepPx(wayX))).toBeLessThan(MAX_JITTER_PX)
    expect(Math.abs(y - stepPx(wayY))).toBeLessThan(MAX_JITTER_PX)
  }
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
  expect(spread(steps.map(({ x }) => x))).toBeLessThan(MAX_JITTER_PX)
  expect(spread(steps.map(({ y }) => y))).toBeLessThan(MAX_JITTER_PX)
})
