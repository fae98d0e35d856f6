import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'

const FRAME = { width: 320, height: 240 }

async function digestFrame(index: number, variation: number): Promise<string> {
  const plan = makePlan({
    kind: 'move',
    prompt: 'orbit',
    picture: FRAME,
    seconds: 4,
    framesPerSecond: 24,
    imageFidelity: 0.3,
    seed: 9,
    variation,
  })
  const size = sourceSize(plan, FRAME)
  const renderer = createRenderer(await createKernel(), plan, [noisePicture(size.width, size.height, 4)], FRAME)
  const hash = createHash('sha256').update(renderer.i420(index))
  return hash.update(renderer.rgba(index)).digest('hex')
}

test('the same picture, plan and frame give the same bytes', async () => {
  expect(await digestFrame(40, 0)).toBe(await digestFrame(40, 0))
})

test('another variation and another time give other bytes', async () => {
  const frames = await Promise.all([digestFrame(0, 0), digestFrame(50, 0), digestFrame(50, 1)])
  expect(new Set(frames).size).toBe(3)
})

test('a source that is too small and an odd frame are refused', async () => {
  const plan = makePlan({
    kind: 'move',
    prompt: '',
    picture: FRAME,
    seconds: 4,
    framesPerSecond: 24,
    imageFidelity: 1,
    seed: 9,
    variation: 0,
  })
  const kernel = await createKernel()
  expect(() => createRenderer(kernel, plan, [noisePicture(300, 200, 1)], FRAME)).toThrow('source')
  expect(() => createRenderer(kernel, plan, [noisePicture(400, 300, 1)], { width: 321, height: 240 })).toThrow('odd')
})
