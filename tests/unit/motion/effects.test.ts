import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { EFFECTS, findEffect } from '#motion/effects/effects.ts'
import { type Kernel, createKernel } from '#motion/kernel/create-kernel.ts'
import { MOODS } from '#motion/music/music.ts'
import { distance, drawAt, EFFECT_TIMES, effectPlan, plainPlan } from '../../fixtures/draw-effect.ts'

const LEAST_EFFECTS = 24
const VARIATIONS = [0, 1, 2, 3]
/** The mean difference over whole frames, in levels of 255. A smaller difference is hard to see. */
const CLEARLY = 7
const CLEAR_VARIATION = 2.5

const drawn = new Map<string, Uint8Array[]>()
let kernel: Kernel

beforeAll(async () => {
  kernel = await createKernel()
  for (const { id } of EFFECTS) drawn.set(id, drawAt(kernel, effectPlan({ effectId: id }), EFFECT_TIMES))
}, 120_000)

test('there are enough effects, each with an id and a name of its own, and every mood is among them', () => {
  expect(EFFECTS.length).toBeGreaterThanOrEqual(LEAST_EFFECTS)
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
  const first = EFFECTS[0]?.id ?? ''
  const plain = drawAt(kernel, plainPlan(effectPlan({ effectId: first })), EFFECT_TIMES)
  const all = [['the picture', plain] as const, ...drawn]
  const near: string[] = []
  for (const [i, [name, frames]] of all.entries()) {
    for (const [other, otherFrames] of all.slice(i + 1)) {
      const apart = distance(frames, otherFrames)
      if (apart < CLEARLY) near.push(`${name} and ${other}: ${apart.toFixed(1)}`)
    }
  }
  expect(near).toEqual([])
})

test.each(EFFECTS.map(({ id }) => id))('%s changes from frame to frame', (id) => {
  const frames = drawn.get(id) ?? []
  const steps = frames.slice(1).map((frame, i) => distance([frame], [frames[i] ?? frame]))
  expect(steps.filter((step) => step > 1).length).toBeGreaterThanOrEqual(2)
})

test.each(EFFECTS.map(({ id }) => id))('the variations of %s differ', (id) => {
  const variations = VARIATIONS.map((variation) =>
    variation === 0 ? (drawn.get(id) ?? []) : drawAt(kernel, effectPlan({ effectId: id, variation }), EFFECT_TIMES),
  )
  for (const one of VARIATIONS) {
    for (const other of VARIATIONS.slice(one + 1)) {
      expect(distance(variations[one] ?? [], variations[other] ?? []), `${one} and ${other}`).toBeGreaterThan(CLEAR_VARIATION)
    }
  }
})

test('the same effect, seed and variation give the same bytes again', async () => {
  const other = await createKernel()
  const digest = (frames: readonly Uint8Array[]) => frames.reduce((hash, frame) => hash.update(frame), createHash('sha256')).digest('hex')
  for (const { id } of EFFECTS.filter((_, i) => i % 3 === 0)) {
    expect(digest(drawAt(other, effectPlan({ effectId: id }), [0.45])), id).toBe(digest([drawn.get(id)?.[2] ?? new Uint8Array()]))
  }
})
