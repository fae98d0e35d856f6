import { expect, test } from 'vitest'
import { FINE_QUANTISER, NOISY_QUANTISER, quantiserOf } from '#server/motion/render/h264-encoder.ts'
import { makePlan } from '#motion/make-plan.ts'

function quantiserFor(prompt: string): number {
  const planFields = { kind: 'move', seconds: 4, framesPerSecond: 24, imageFidelity: 0.5, seed: 1, variation: 0 } as const
  return quantiserOf(makePlan({ ...planFields, prompt, picture: { width: 640, height: 480 } }))
}

test('fresh noise in every frame is encoded more coarsely than anything else', () => {
  expect(quantiserFor('slow push in, film grain')).toBe(NOISY_QUANTISER)
  expect(quantiserFor('slow push in, snow')).toBe(FINE_QUANTISER)
  expect(NOISY_QUANTISER).toBeGreaterThan(FINE_QUANTISER)
})
