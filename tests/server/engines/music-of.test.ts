import { expect, it } from 'vitest'
import { type EngineRequest, musicOf } from '#server/motion/engine.ts'

const of = (more: Partial<EngineRequest>) =>
  musicOf({ bizType: 'CUSTOM', templateId: null, aiMusic: 0, seed: 7, variation: 1, ...more } as EngineRequest)

const EFFECT = { bizType: 'TEMPLATE', templateId: 'first-snow', aiMusic: 1 } as const

it('is composed for any kind of video in the chosen mood, different for each variation', () => {
  expect(of({ controls: { music: 'epic' } })).toEqual({ mood: 'epic', seed: 8 })
  expect(of({ bizType: 'HEAD_TAIL', controls: { music: 'dark' } })?.mood).toBe('dark')
  expect(of({ ...EFFECT, controls: { music: 'tense' } })?.mood).toBe('tense')
})

it('is the music of the effect where none was chosen', () => {
  expect(of(EFFECT)?.mood).toBe('calm')
})

it('is none by default, and none for a silent effect', () => {
  expect(of({})).toBeNull()
  expect(of({ ...EFFECT, aiMusic: 0, controls: { music: 'tense' } })).toBeNull()
})
