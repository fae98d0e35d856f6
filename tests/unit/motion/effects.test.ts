import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { EFFECTS, findEffect } from '#motion/effects/effects.ts'
import { type Kernel, createKernel } from '#motion/kernel/create-kernel.ts'
import { MOODS } from '#motion/music/music.ts'
import { distance, drawAt, EFFECT_TIMES, effectPlan, plainPlan } from '../../fixtures/draw-effect.ts'

const MIN_EFFECTS = 24
const VARIATIONS = [0, 1, 2, 3]
/** The mean difference over whole frames, in levels of 255. A smaller difference is hard to see. */
const CLEAR_DIFFERENCE = 7
const CLEAR_VARIATION = 2.5

const effectFrames = new Map<string, Uint8Array[]>()
let kernel: Kernel

beforeAll(async () => {
  kernel = await createKernel()
  for (const { id } of EFFECTS) effectFrames.set(id, drawAt(kernel, effectPlan({ effectId: id }), EFFECT_TIMES))
}, 120_000)

test('there are enough effects, each with an id and a name of its own, and every mood is among them', () => {
  expect(EFFECTS.length).toBeGreaterThanOrEqual(MIN_EFFECTS)
  expect(new Set(EFFECTS.map(({ id }) => id)).size).toBe(EFFECTS.length)
  expect(new Set(EFFECTS.map(({ name }) => name)).size).toBe(EFFECTS.length)
  expect(new Set(EFFECTS.map(({ mood }) => mood))).toEqual(new Set(MOODS))
  for (const effect of EFFECTS) {
    expect(effect.id).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
    expect(findEffect(effect.id)).toBe(effect)
  }
  expect(findEffect('constructor')).toBeNull()
})

test('every effect is clearly different from the picture and from every other effect', () => {
  const firstId = EFFECTS[0]?.id ?? ''
  const plainFrames = drawAt(kernel, plainPlan(effectPlan({ effectId: firstId })), EFFECT_TIMES)
  const allFrames = [['the picture', plainFrames] as const, ...effectFrames]
  const similarPairs: string[] = []
  for (const [i, [name, frames]] of allFrames.entries()) {
    for (const [otherName, otherFrames] of allFrames.slice(i + 1)) {
      const difference = distance(frames, otherFrames)
      if (difference < CLEAR_DIFFERENCE) similarPairs.push(`${name} and ${otherName}: ${difference.toFixed(1)}`)
    }
  }
  expect(similarPairs).toEqual([])
})

test.each(EFFECTS.map(({ id }) => id))('%s changes from frame to frame', (id) => {
  const frames = effectFrames.get(id) ?? []
  const steps = frames.slice(1).map((frame, i) => distance([frame], [frames[i] ?? frame]))
  expect(steps.filter((step) => step > 1).length).toBeGreaterThanOrEqual(2)
})

test.each(EFFECTS.map(({ id }) => id))('the variations of %s differ', (id) => {
  const variations = VARIATIONS.map((variation) =>
    variation === 0 ? (effectFrames.get(id) ?? []) : drawAt(kernel, effectPlan({ effectId: id, variation }), EFFECT_TIMES),
  )
  for (const variation of VARIATIONS) {
    for (const otherVariation of VARIATIONS.slice(variation + 1)) {
      expect(distance(variations[variation] ?? [], variations[otherVariation] ?? []), `${variation} and ${otherVariation}`).toBeGreaterThan(
        CLEAR_VARIATION,
      )
    }
  }
})

test('the same effect, seed and variation give the same bytes again', async () => {
  const otherKernel = await createKernel()
  const digest = (frames: readonly Uint8Array[]) => frames.reduce((hash, frame) => hash.update(frame), createHash('sha256')).digest('hex')
  for (const { id } of EFFECTS.filter((_, i) => i % 3 === 0)) {
    expect(digest(drawAt(otherKernel, effectPlan({ effectId: id }), [0.45])), id).toBe(
      digest([effectFrames.get(id)?.[2] ?? new Uint8Array()]),
    )
  }
})
