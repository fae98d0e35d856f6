import { describe, expect, test } from 'vitest'
import { isAtRest } from '#motion/camera/plan-camera.ts'
import { BRUSH_FEATHER_CELLS } from '#motion/camera/brush-flow.ts'
import {
  BRUSH_CELLS,
  CAMERA_CHOICES,
  SPEED_RANGE,
  STRENGTH_RANGE,
  type MotionBrush,
  type MotionControls,
  brushGrid,
  changeControls,
} from '#motion/controls/motion-controls.ts'
import { moveFrame, outputWindow, windowRect } from '#motion/controls/output-window.ts'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { GRADES } from '#motion/vocabulary/grades.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { CameraScene } from '#motion/motion-plan.ts'
import type { PlanRequest } from '#motion/plan-request.ts'
import { peakOf } from '#motion/keyframes.ts'
import { motionControlsSchema } from '#shared/api/motion-controls.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'

const PICTURE = { width: 640, height: 480 }

const REQUEST: PlanRequest = {
  kind: 'move',
  prompt: '',
  picture: PICTURE,
  seconds: 4,
  framesPerSecond: 24,
  imageFidelity: 0.5,
  seed: 5,
  variation: 0,
}

const plan = (prompt: string, controls?: MotionControls) => makePlan({ ...REQUEST, prompt, controls })
const cameraSceneOf = (prompt: string, controls?: MotionControls) => plan(prompt, controls).scene as CameraScene

describe('controls and words', () => {
  test.each(CAMERA_CHOICES.filter((choice) => choice !== 'handheld'))('%s outranks the camera of the words', (choice) => {
    expect(plan('pan left, handheld', { camera: choice }).summary.moves).toEqual([choice])
    expect(plan('pan left, handheld', { camera: choice }).distortions).toEqual([])
  })

  test('a chosen move is planned as the same move in words', () => {
    expect(plan('', { camera: 'orbit-left' }).scene).toEqual(plan('Orbit left').scene)
    expect(plan('', { camera: 'handheld' }).distortions).toEqual(plan('handheld').distortions)
  })

  test('a still camera does not move', () => {
    const { from, to } = cameraSceneOf('push in', { camera: 'still' })
    expect([isAtRest(from), isAtRest(to)]).toEqual([true, true])
  })

  test('strength scales the way, speed shortens the time or the way', () => {
    const pushDistance = (controls: MotionControls) => cameraSceneOf('push in', controls).to.push
    expect(pushDistance({ strength: STRENGTH_RANGE.min })).toBeLessThan(pushDistance({}))
    expect(pushDistance({ strength: STRENGTH_RANGE.max })).toBeGreaterThan(pushDistance({}))
    expect(pushDistance({ speed: SPEED_RANGE.min })).toBeLessThan(pushDistance({}))
    expect(pushDistance({ speed: SPEED_RANGE.max })).toBe(pushDistance({}))
    expect(cameraSceneOf('push in', { speed: SPEED_RANGE.max }).progress).toEqual([
      { at: 0, value: 0 },
      { at: 1 / SPEED_RANGE.max, value: 1 },
    ])
    expect(cameraSceneOf('push in very slow', { speed: 1 }).to).toEqual(cameraSceneOf('push in').to)
  })

  test('strength scales a handheld camera, too, and no other movement of the picture', () => {
    const { distortions } = plan('handheld, windy', { strength: 2 })
    const ordinaryDistortions = plan('handheld, windy').distortions
    const peakStrength = (allDistortions: typeof distortions, kind: string) =>
      peakOf(allDistortions.find((each) => each.kind === kind)?.strength ?? 0)
    expect(peakStrength(distortions, 'handheld')).toBe(2 * peakStrength(ordinaryDistortions, 'handheld'))
    expect(peakStrength(distortions, 'sway')).toBe(peakStrength(ordinaryDistortions, 'sway'))
    expect(plan('windy', { camera: 'still' }).distortions).toEqual(plan('windy').distortions)
  })

  test('the camera moves to the focus, also within a cut', () => {
    const aimedPose = cameraSceneOf('push in', { focus: { x: 0.9, y: 0.2 } }).to
    expect(aimedPose.panX).toBeGreaterThan(0)
    expect(aimedPose.panY).toBeLessThan(0)
    const output = { ratio: '9:16', x: 1, y: 0.5 } as const
    expect(cameraSceneOf('push in', { focus: { x: 0.66, y: 0.5 }, output }).to.panX).toBeLessThan(0)
  })

  test('a switch adds weather or removes the weather of the words; colours replace those of the words', () => {
    const { overlays, grade } = plan('rain and fog, sepia', { overlays: { rain: false, snow: true }, grade: 'noir' })
    expect(overlays.map(({ kind }) => kind)).toEqual(['fog', 'snow'])
    expect(grade).toBe(GRADES.noir)
    expect(plan('sepia', { grade: 'none' }).grade).toBeNull()
    expect(makePlan({ ...REQUEST, kind: 'between', controls: { overlays: { snow: true } } }).overlays).toHaveLength(1)
  })

  test('a control that is unset again leaves no trace', () => {
    expect(changeControls({ camera: 'still' }, { camera: undefined })).toBeUndefined()
    expect(changeControls({ camera: 'still' }, { strength: 2 })).toEqual({ camera: 'still', strength: 2 })
  })
})

describe('controls and effects', () => {
  const effect = (effectId: string, controls?: MotionControls) => makePlan({ ...REQUEST, kind: 'effect', effectId, controls })

  test('an effect that moves the camera itself ignores the chosen camera', () => {
    expect(effect('vertigo', { camera: 'still', strength: 2, speed: 2 })).toEqual(effect('vertigo'))
  })

  test('where an effect has no camera move, the chosen one is used, handheld among them', () => {
    expect(effect('first-snow', { camera: 'orbit-left' }).summary.moves).toEqual(['orbit-left'])
    const { distortions, summary } = effect('first-snow', { camera: 'handheld', strength: 0.5 })
    expect(distortions[0]).toEqual({ kind: 'handheld', strength: 0.5 })
    expect(summary.unmet).toEqual([])
  })
})

describe('the shown part', () => {
  test('is the largest of its ratio, at its position', () => {
    expect(outputWindow({ width: 1600, height: 900 }, { ratio: '1:1', x: 1, y: 0.5 })).toEqual({
      x: 0.4375,
      y: 0,
      width: 0.5625,
      height: 1,
    })
    expect(outputWindow({ width: 900, height: 1600 }, { ratio: '16:9', x: 0.5, y: 0 })).toMatchObject({ x: 0, y: 0, width: 1 })
    expect(plan('', { output: { ratio: '4:5', x: 0, y: 0 } }).aspect).toBeCloseTo(4 / 5, 6)
    expect(plan('').window).toBeUndefined()
  })

  test('stays inside the picture, in whole px', () => {
    const frame = { ratio: '9:16', x: 0.5, y: 0.5 } as const
    expect(moveFrame(PICTURE, frame, 9, 9)).toEqual({ ...frame, x: 1 })
    expect(moveFrame(PICTURE, frame, -9, 0)).toEqual({ ...frame, x: 0 })
    const rect = windowRect(PICTURE, outputWindow(PICTURE, { ratio: '9:16', x: 1, y: 1 }))
    expect(rect).toEqual({ x: 370, y: 0, width: 270, height: 480 })
  })
})

const { columns, rows } = brushGrid(PICTURE)

/** A brush with area 1 in the upper left quarter, and a protected part in the rest of the upper half. */
function quarterBrush(changes: Partial<MotionBrush['areas'][number]> = {}): MotionBrush {
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    const isUpper = Math.floor(cell / columns) < rows / 2
    if (!isUpper) return '0'
    return cell % columns < columns / 2 ? '2' : '1'
  })
  return { columns, rows, cells: cells.join(''), areas: [{ way: 'flow', angle: 0, strength: 1, ...changes }] }
}

async function renderFrames(controls: MotionControls, prompt = '') {
  const framePlan = plan(prompt, controls)
  const frame = { width: 320, height: 240 }
  const size = sourceSize(framePlan, frame)
  const renderer = createRenderer(await createKernel(), framePlan, [noisePicture(size.width, size.height, 4)], frame)
  return { count: framePlan.frameCount, ...frame, frameAt: (index: number) => renderer.rgba(index).slice() }
}

/** The number of pixels that differ between two frames where `isInPart` is true; x and y are shares of the sides. */
function countChangedPixels(
  firstFrame: Uint8Array,
  secondFrame: Uint8Array,
  width: number,
  isInPart: (x: number, y: number) => boolean,
): number {
  let count = 0
  for (let pixel = 0; pixel * 4 < firstFrame.length; pixel++) {
    const [x, y] = [(pixel % width) / width, Math.floor(pixel / width) / (firstFrame.length / 4 / width)]
    if (!isInPart(x, y)) continue
    if ([0, 1, 2].some((channel) => firstFrame[pixel * 4 + channel] !== secondFrame[pixel * 4 + channel])) count++
  }
  return count
}

/** Continuous noise changes a channel by less than this from frame to frame. A visible jump changes it by far more. */
const MAX_NOISE_LEVELS = 130

/** The largest change of one channel from frame to frame, in levels. */
function largestChange(firstFrame: Uint8Array, secondFrame: Uint8Array): number {
  return firstFrame.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (secondFrame[at] ?? 0))), 0)
}

describe('the motion brush', () => {
  const featherShare = (BRUSH_FEATHER_CELLS + 1) / BRUSH_CELLS
  const isInside = (x: number, y: number) => x < 0.5 - featherShare && y < 0.5 - featherShare
  const isOutside = (x: number, y: number) => x > 0.5 + featherShare || y > 0.5 + featherShare * (PICTURE.width / PICTURE.height)

  test.each(['flow', 'sway'] as const)('moves painted areas and nothing else while the camera is still: %s', async (way) => {
    const video = await renderFrames({ camera: 'still', brush: quarterBrush({ way }) })
    const firstFrame = video.frameAt(0)
    for (const index of [11, 30, 47, 95]) {
      const laterFrame = video.frameAt(index)
      expect(countChangedPixels(firstFrame, laterFrame, video.width, isInside)).toBeGreaterThan(1000)
      expect(countChangedPixels(firstFrame, laterFrame, video.width, isOutside)).toBe(0)
    }
  })

  test('flow jumps back invisibly', async () => {
    const video = await renderFrames({ camera: 'still', brush: quarterBrush() })
    let largest = 0
    let previousFrame = video.frameAt(24)
    for (let index = 25; index < 73; index++) {
      const frame = video.frameAt(index)
      largest = Math.max(largest, largestChange(previousFrame, frame))
      previousFrame = frame
    }
    expect(largest).toBeLessThan(MAX_NOISE_LEVELS)
  })

  test('the first frame is the picture', async () => {
    const paintedVideo = await renderFrames({ camera: 'still', brush: quarterBrush() })
    const plainVideo = await renderFrames({ camera: 'still' })
    expect(paintedVideo.frameAt(0)).toEqual(plainVideo.frameAt(0))
  })

  test('a protected area does not shake with the picture', async () => {
    const isProtected = (x: number, y: number) => x > 0.5 + 2 / columns && y < 0.5 - 2 / rows
    const countMovedPixels = async (brush?: MotionBrush) => {
      const video = await renderFrames({ camera: 'still', brush }, 'windy')
      return countChangedPixels(video.frameAt(20), video.frameAt(40), video.width, isProtected)
    }
    expect(await countMovedPixels()).toBeGreaterThan(1000)
    expect(await countMovedPixels(quarterBrush())).toBe(0)
  })

  test('fits a cut of the picture', async () => {
    const brush = quarterBrush()
    const rightVideo = await renderFrames({ camera: 'still', brush, output: { ratio: '9:16', x: 1, y: 0.5 } })
    expect(countChangedPixels(rightVideo.frameAt(0), rightVideo.frameAt(40), rightVideo.width, () => true)).toBe(0)
    const leftVideo = await renderFrames({ camera: 'still', brush, output: { ratio: '9:16', x: 0, y: 0.5 } })
    expect(countChangedPixels(leftVideo.frameAt(0), leftVideo.frameAt(40), leftVideo.width, () => true)).toBeGreaterThan(1000)
  })
})

test.each([
  ['a way that is too long', { strength: STRENGTH_RANGE.max + 0.1 }],
  ['cells that do not fill the grid', { brush: { columns: 4, rows: 4, cells: '0', areas: [] } }],
  ['a cell of an area that is not there', { brush: { columns: 1, rows: 1, cells: '2', areas: [] } }],
  ['an unknown overlay', { overlays: { frogs: true } }],
  ['a focus outside', { focus: { x: 2, y: 0 } }],
])('%s is refused', (_, controls) => {
  expect(motionControlsSchema.safeParse(controls).success).toBe(false)
})

test('all controls together are accepted unchanged', () => {
  const controls: MotionControls = {
    camera: 'rise',
    strength: 1.2,
    speed: 0.8,
    focus: { x: 0.2, y: 0.3 },
    overlays: { rain: true, fog: false },
    grade: 'none',
    brush: quarterBrush(),
    output: { ratio: '1:1', x: 0, y: 1 },
    negativePrompt: 'text',
    music: 'calm',
  }
  expect(motionControlsSchema.parse(controls)).toEqual(controls)
})
