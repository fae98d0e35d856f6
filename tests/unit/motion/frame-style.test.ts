import { expect, test } from 'vitest'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { createFrameStyle } from '#motion/style/create-frame-style.ts'
import { type Grade, GRADES } from '#motion/vocabulary/grades.ts'
import { OVERLAY_KINDS } from '#motion/vocabulary/overlay-kinds.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { Overlay } from '#motion/motion-plan.ts'
import { renderLandscape } from '../../fixtures/photos/landscape.ts'

const FRAME = { width: 190, height: 106 }
const SECOND = 24

const painted = renderLandscape(FRAME.width, FRAME.height, 3)
const base = Uint8Array.from({ length: FRAME.width * FRAME.height * 4 }, (_, i) => ((i & 3) === 3 ? 255 : painted[(i >> 2) * 3 + (i & 3)]!))

interface Dressing {
  readonly overlays?: readonly Overlay[]
  readonly grade?: Grade | null
  readonly seed?: number
  readonly picture?: Uint8Array
}

/** The frames with these indexes, in this order, of a still picture with overlays and a grade. One renderer draws all of them. */
async function dressed({ overlays = [], grade = null, seed = 5, picture = base }: Dressing, indexes: readonly number[]) {
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
  const pixelsAt = kernel.allocate(base.length)
  const style = createFrameStyle(kernel, plan, FRAME, pixelsAt)
  return indexes.map((index) => {
    kernel.bytes(pixelsAt, base.length).set(picture)
    style?.apply(index)
    return Uint8Array.from(kernel.bytes(pixelsAt, base.length))
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

const STILL = new Set(['vignette', 'flash', 'letterbox'])
/** Lightning is dark between its strikes, so the samples cover a whole interval. */
const SAMPLED_FRAMES = Array.from({ length: 9 }, (_, i) => SECOND * 2 + i * 6)

test.each(OVERLAY_KINDS)('%s is visible, moves unless it is a frame of light, and is the same again', async (kind) => {
  const overlays = [{ kind, strength: kind === 'flash' ? 0.5 : 1 }]
  const frames = await dressed({ overlays }, SAMPLED_FRAMES)
  const [again] = await dressed({ overlays }, [SAMPLED_FRAMES.at(-1)])
  expect(meanChange(frames.at(-1), again!)).toBe(0)
  expect(Math.max(...frames.map((frame) => changedPart(frame, base, 8)))).toBeGreaterThan(0.003)
  const moved = Math.max(...frames.map((frame) => meanChange(frame, frames[0]!)))
  if (!STILL.has(kind)) expect(moved).toBeGreaterThan(0.2)
})

test.each(OVERLAY_KINDS)('%s begins with the original picture and fades in without a jump', async (kind) => {
  const frames = await dressed({ overlays: [{ kind, strength: 1 }] }, [0, 1, 2, 4, 8, 24])
  expect(meanChange(frames[0]!, base)).toBe(0)
  expect(meanChange(frames[1]!, frames[0]!)).toBeLessThan(0.25 * meanChange(frames[5]!, base) + 2)
})

test('keys are used unchanged, and strength 0 leaves the picture', async () => {
  const keys = [
    { at: 0, value: 1 },
    { at: 0.5, value: 0 },
  ]
  const [first, later] = await dressed({ overlays: [{ kind: 'snow', strength: keys }] }, [0, 100])
  expect(changedPart(first!, base, 8)).toBeGreaterThan(0.003)
  expect(meanChange(later!, base)).toBe(0)
})

test('another seed moves the elements', async () => {
  const overlays = [{ kind: 'snow', strength: 1 }] as const
  const [one, other] = await Promise.all([dressed({ overlays, seed: 1 }, [60]), dressed({ overlays, seed: 2 }, [60])])
  expect(meanChange(one[0]!, other[0]!)).toBeGreaterThan(0.2)
})

test('more strength is more snow', async () => {
  const amounts = await Promise.all(
    [0.2, 0.6, 1, 1.5].map(async (strength) => meanChange((await dressed({ overlays: [{ kind: 'snow', strength }] }, [60]))[0]!, base)),
  )
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  expect(amounts[3]).toBeGreaterThan(amounts[0]! * 3)
})

test('each grade is clearly visible and different from every other', async () => {
  const frames = await Promise.all(Object.values(GRADES).map(async (grade) => (await dressed({ grade }, [0]))[0]!))
  for (const [index, frame] of frames.entries()) {
    expect(meanChange(frame, base)).toBeGreaterThan(3)
    for (const other of frames.slice(index + 1)) expect(meanChange(frame, other)).toBeGreaterThan(3)
  }
})

test('a grade of zeros is no grade', async () => {
  const grade = { exposure: 0, contrast: 0, saturation: [{ at: 0, value: 0 }], shadows: [0, 0, 0] } as const
  expect(meanChange((await dressed({ grade }, [30]))[0]!, base)).toBe(0)
})

test.each(['glow', 'light-leaks'] as const)('%s darkens nothing, not even a white sky', async (kind) => {
  const picture = new Uint8Array(base.length).fill(255)
  const [lit = base] = await dressed({ overlays: [{ kind, strength: 1.6 }], picture }, [SECOND])
  expect(Math.min(...lit)).toBeGreaterThan(245)
})

test('soft light and a grade at zero leave the picture unchanged', async () => {
  const later = (value: number) => [
    { at: 0, value: 0 },
    { at: 1, value },
  ]
  const overlays = [{ kind: 'rain', strength: later(1) }] as const
  const [first = base, last = base] = await dressed({ overlays, grade: { saturation: later(-1) } }, [0, 143])
  expect(first).toEqual(base)
  expect(last).not.toEqual(base)
})
