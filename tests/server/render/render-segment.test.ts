import { expect, test } from 'vitest'
import { createSegmentRenderer } from '#server/motion/render/render-segment.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import { sourceSize } from '#motion/create-renderer.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'

const FRAME = { width: 320, height: 256 }
const STOP_AFTER_FRAMES = 3

test('an aborted segment draws no further frame, and its worker can continue', async () => {
  const plan = makePlan({
    kind: 'move',
    prompt: '',
    picture: FRAME,
    seconds: 4,
    framesPerSecond: 24,
    imageFidelity: 0.5,
    seed: 1,
    variation: 0,
  })
  const size = sourceSize(plan, FRAME)
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const realKernel = await createKernel()
  let drawnCount = 0
  const kernel: typeof realKernel = {
    ...realKernel,
    toI420(...parameters) {
      realKernel.toI420(...parameters)
      drawnCount++
      if (drawnCount === STOP_AFTER_FRAMES) Atomics.store(stop, 0, 1)
    },
  }
  const video = { id: 'a', plan, sources: [noisePicture(size.width, size.height, 2)], frame: FRAME, maxBitsPerSecond: 4_000_000, stop }
  const render = createSegmentRenderer(kernel)
  const progress = new Int32Array(new SharedArrayBuffer(8))
  expect(await render({ video, task: { kind: 'encode', firstFrame: 10, frameCount: 20 }, progress })).toEqual({ bytes: null, scores: [] })
  expect(drawnCount).toBe(STOP_AFTER_FRAMES)

  expect(Atomics.load(progress, 0)).toBe(STOP_AFTER_FRAMES)

  Atomics.store(stop, 0, 0)
  const segment = await render({ video, task: { kind: 'encode', firstFrame: 0, frameCount: 2 }, progress })
  expect(segment.bytes?.length).toBeGreaterThan(1000)
  expect(segment.scores.map(({ index }) => index)).toEqual([0])
})
