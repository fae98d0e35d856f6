import { expect, test } from 'vitest'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { createFrameStyle } from '#motion/style/create-frame-style.ts'
import { type Grade, GRADES } from '#motion/vocabulary/grades.ts'
import { OVERLAY_KINDS } from '#motion/vocabulary/overlay-kinds.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { Overlay } from '#motion/motion-plan.ts'
import { renderLandscape } from '../../fixtures/photos/landscape.ts'

const FRAME = { width: 190, height: 106 }
const FRAMES_PER_SECOND = 24

const landscape = renderLandscape(FRAME.width, FRAME.height, 3)
const basePixels = Uint8Array.from({ length: FRAME.width * FRAME.height * 4 }, (_, i) =>
  (i & 3) === 3 ? 255 : landscape[(i >> 2) * 3 + (i & 3)]!,
)

interface StyleOptions {
  readonly overlays?: readonly Overlay[]
  readonly grade?: Grade | null
  readonly seed?: number
  readonly picture?: Uint8Array
}

/** Draws the frames with these indexes of a still picture with overlays and a grade, in this order and with one frame style. */
async function drawStyled({ overlays = [], grade = null, seed = 5, picture = basePixels }: StyleOptions, indexes: readonly number[]) {
  const request = {
    kind: 'move',
    prompt: '',
    picture: FRAME,
    seconds: 6,
    framesPerSecond: 24,
    imageFidelity: 0.5,
    variation: 0,
  } as const
  const plan = { ...makePlan({ ...request, seed }), overlays, grade }
  const kernel = await createKernel()
  const pixelsAt = kernel.allocate(basePixels.length)
  const style = createFrameStyle(kernel, plan, FRAME, pixelsAt)
  return indexes.map((index) => {
    kernel.bytes(pixelsAt, basePixels.length).set(picture)
    style?.apply(index)
    return Uint8Array.from(kernel.bytes(pixelsAt, basePixels.length))
  })
}

/** The share of channel values that differ by more than `levels`. */
function changedPart(a: Uint8Array, b: Uint8Array, levels: number): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i]! - b[i]!) > levels) count++
  return count / a.length
}

function meanChange(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / a.length
}

const STILL_KINDS = new Set(['vignette', 'flash', 'letterbox'])
/** Lightning is dark between its strikes, so the sampled frames cover the whole time between two strikes. */
const SAMPLED_FRAMES = Array.from({ length: 9 }, (_, i) => FRAMES_PER_SECOND * 2 + i * 6)

test.each(OVERLAY_KINDS)('%s is visible, moves unless it is a frame of light, and is the same again', async (kind) => {
  const overlays = [{ kind, strength: kind === 'flash' ? 0.5 : 1 }]
  const frames = await drawStyled({ overlays }, SAMPLED_FRAMES)
  const [repeatedFrame] = await drawStyled({ overlays }, [SAMPLED_FRAMES.at(-1)])
  expect(meanChange(frames.at(-1), repeatedFrame!)).toBe(0)
  expect(Math.max(...frames.map((frame) => changedPart(frame, basePixels, 8)))).toBeGreaterThan(0.003)
  const largestChange = Math.max(...frames.map((frame) => meanChange(frame, frames[0]!)))
  if (!STILL_KINDS.has(kind)) expect(largestChange).toBeGreaterThan(0.2)
})

test.each(OVERLAY_KINDS)('%s begins with the original picture and fades in without a jump', async (kind) => {
  const frames = await drawStyled({ overlays: [{ kind, strength: 1 }] }, [0, 1, 2, 4, 8, 24])
  expect(meanChange(frames[0]!, basePixels)).toBe(0)
  expect(meanChange(frames[1]!, frames[0]!)).toBeLessThan(0.25 * meanChange(frames[5]!, basePixels) + 2)
})

test('keys are used unchanged, and strength 0 leaves the picture', async () => {
  const keys = [
    { at: 0, value: 1 },
    { at: 0.5, value: 0 },
  ]
  const [firstFrame, laterFrame] = await drawStyled({ overlays: [{ kind: 'snow', strength: keys }] }, [0, 100])
  expect(changedPart(firstFrame!, basePixels, 8)).toBeGreaterThan(0.003)
  expect(meanChange(laterFrame!, basePixels)).toBe(0)
})

test('another seed moves the elements', async () => {
  const overlays = [{ kind: 'snow', strength: 1 }] as const
  const [firstFrames, secondFrames] = await Promise.all([drawStyled({ overlays, seed: 1 }, [60]), drawStyled({ overlays, seed: 2 }, [60])])
  expect(meanChange(firstFrames[0]!, secondFrames[0]!)).toBeGreaterThan(0.2)
})

test('more strength is more snow', async () => {
  const amounts = await Promise.all(
    [0.2, 0.6, 1, 1.5].map(async (strength) =>
      meanChange((await drawStyled({ overlays: [{ kind: 'snow', strength }] }, [60]))[0]!, basePixels),
    ),
  )
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  expect(amounts[3]).toBeGreaterThan(amounts[0]! * 3)
})

test('each grade is clearly visible and different from every other', async () => {
  const frames = await Promise.all(Object.values(GRADES).map(async (grade) => (await drawStyled({ grade }, [0]))[0]!))
  for (const [index, frame] of frames.entries()) {
    expect(meanChange(frame, basePixels)).toBeGreaterThan(3)
    for (const otherFrame of frames.slice(index + 1)) expect(meanChange(frame, otherFrame)).toBeGreaterThan(3)
  }
})

test('a grade of zeros is no grade', async () => {
  const grade = { exposure: 0, contrast: 0, saturation: [{ at: 0, value: 0 }], shadows: [0, 0, 0] } as const
  expect(meanChange((await drawStyled({ grade }, [30]))[0]!, basePixels)).toBe(0)
})

test.each(['glow', 'light-leaks'] as const)('%s darkens nothing, not even a white sky', async (kind) => {
  const picture = new Uint8Array(basePixels.length).fill(255)
  const [litFrame = basePixels] = await drawStyled({ overlays: [{ kind, strength: 1.6 }], picture }, [FRAMES_PER_SECOND])
  expect(Math.min(...litFrame)).toBeGreaterThan(245)
})

test('soft light and a grade at zero leave the picture unchanged', async () => {
  const keysUpTo = (value: number) => [
    { at: 0, value: 0 },
    { at: 1, value },
  ]
  const overlays = [{ kind: 'rain', strength: keysUpTo(1) }] as const
  const [firstFrame = basePixels, lastFrame = basePixels] = await drawStyled({ overlays, grade: { saturation: keysUpTo(-1) } }, [0, 143])
  expect(firstFrame).toEqual(basePixels)
  expect(lastFrame).not.toEqual(basePixels)
})
