import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DEFAULT_IMAGE_FIDELITY } from '#shared/domain/generation-options.ts'
import { MOVES } from '#motion/vocabulary/moves.ts'
import { GRADES } from '#motion/vocabulary/grades.ts'
import { OVERLAY_KINDS } from '#motion/vocabulary/overlay-kinds.ts'
import { makePlan } from '#motion/make-plan.ts'
import { DISTORTION_RULES } from '#motion/prompt/prompt-rules.ts'
import { UNMET_REASONS } from '#motion/vocabulary/unmet-request.ts'
import { readingKeys } from '#src/create/prompt-reading.tsx'
import { planRequestOf } from '#src/motion/use-sketch-plan.ts'
import { createDebounced } from '#src/create/use-form-sketch.ts'
import { settings } from '../../fixtures/page/builders.ts'

const texts = JSON.parse(readFileSync(new URL('../../../public/locales/en/common.json', import.meta.url), 'utf8')) as Record<string, string>
const picture = { width: 1200, height: 800 }

function planOf(prompt: string) {
  const request = planRequestOf({ ...settings, prompt, seed: 7 }, 'CUSTOM', picture, 0)
  if (request === null) throw new Error('no plan')
  return makePlan(request)
}

describe('the summary of a prompt', () => {
  test('lists moves first, then all other visible results', () => {
    expect(readingKeys(planOf('Slow push in with light rain, golden light, handheld'))).toEqual({
      moves: ['reading.move.push-in'],
      styleKeys: ['reading.bend.handheld', 'reading.overlay.rain', 'reading.grade.golden'],
    })
    expect(readingKeys(planOf('a house by the sea'))).toEqual({ moves: [], styleKeys: [] })
  })

  test('has words for each readable control', () => {
    const keys = [
      ...MOVES.map((move) => `reading.move.${move}`),
      ...OVERLAY_KINDS.map((kind) => `reading.overlay.${kind}`),
      ...Object.keys(GRADES).map((name) => `reading.grade.${name}`),
      ...DISTORTION_RULES.map(([, kind]) => `reading.bend.${kind}`),
    ]
    expect(keys.filter((key) => texts[key] === undefined)).toEqual([])
  })

  test('names each movement of the picture that words can request', () => {
    const readings = DISTORTION_RULES.map(([, kind]) => readingKeys({ ...planOf(''), distortions: [{ kind, strength: 1 }] }).styleKeys)
    expect(readings).toEqual(DISTORTION_RULES.map(([, kind]) => [`reading.bend.${kind}`]))
  })

  test('has a sentence for each reason against a request', () => {
    for (const reason of UNMET_REASONS) expect(texts[`unmet.${reason}`], reason).toMatch(/\.$/)
  })
})

describe('a planned sketch', () => {
  test('is nothing without a seed, because the server would choose another, and nothing for another model', () => {
    expect(planRequestOf(settings, 'CUSTOM', picture, 0)).toBeNull()
    expect(planRequestOf({ ...settings, seed: 1, modelName: 'another' }, 'CUSTOM', picture, 0)).toBeNull()
  })

  test('the fidelity of an effect is the server’s default, because its call has none', () => {
    const template = { ...settings, seed: 1, templateId: 'snow-globe', imageFidelity: 0.9 }
    expect(planRequestOf(template, 'TEMPLATE', picture, 0)?.imageFidelity).toBe(DEFAULT_IMAGE_FIDELITY)
    expect(planRequestOf(template, 'CUSTOM', picture, 0)?.imageFidelity).toBe(0.9)
  })

  test('other variations and other seeds are other plans', () => {
    const plans = [
      [1, 0],
      [1, 1],
      [2, 0],
    ].map(([seed, variation]) => makePlan(planRequestOf({ ...settings, seed }, 'CUSTOM', picture, variation ?? 0) ?? expect.unreachable()))
    expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBe(3)
  })
})

describe('a hand that types', () => {
  /** A debounced text on the test's clock, and the texts that it has reported. */
  function createTyping() {
    const settledTexts: string[] = []
    let nowMs = 0
    const timers = new Set<{ run: () => void; atMs: number }>()
    function setTimer(run: () => void, delayMs: number) {
      const timer = { run, atMs: nowMs + delayMs }
      timers.add(timer)
      return () => void timers.delete(timer)
    }
    const debounced = createDebounced<string>({ delayMs: 300, clock: { setTimer }, onSettled: (value) => settledTexts.push(value) })
    const wait = (ms: number) => {
      nowMs += ms
      for (const timer of timers) {
        if (timer.atMs > nowMs) continue
        timers.delete(timer)
        timer.run()
      }
    }
    return { debounced, settledTexts, wait }
  }

  test('reports only the text at the end of a pause', () => {
    const { debounced, settledTexts, wait } = createTyping()
    for (const words of ['p', 'pu', 'push']) {
      debounced.set(words)
      wait(299)
    }
    expect(settledTexts).toEqual([])
    wait(1)
    expect(settledTexts).toEqual(['push'])
  })

  test('is not waited for any more once the form is gone', () => {
    const { debounced, settledTexts, wait } = createTyping()
    debounced.set('push')
    debounced.stop()
    wait(1000)
    expect(settledTexts).toEqual([])
  })
})
