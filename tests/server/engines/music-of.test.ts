import { expect, it } from 'vitest'
import { type EngineRequest, musicOf } from '#server/motion/engine.ts'

const musicFor = (changes: Partial<EngineRequest>) =>
  musicOf({ bizType: 'CUSTOM', templateId: null, aiMusic: 0, seed: 7, variation: 1, ...changes } as EngineRequest)

const EFFECT = { bizType: 'TEMPLATE', templateId: 'first-snow', aiMusic: 1 } as const

it('is composed for any kind of video in the chosen mood, different for each variation', () => {
  expect(musicFor({ controls: { music: 'epic' } })).toEqual({ mood: 'epic', seed: 8 })
  expect(musicFor({ bizType: 'HEAD_TAIL', controls: { music: 'dark' } })?.mood).toBe('dark')
  expect(musicFor({ ...EFFECT, controls: { music: 'tense' } })?.mood).toBe('tense')
})

it('is the music of the effect where none was chosen', () => {
  expect(musicFor(EFFECT)?.mood).toBe('calm')
})

it('is none by default, and none for a silent effect', () => {
  expect(musicFor({})).toBeNull()
  expect(musicFor({ ...EFFECT, aiMusic: 0, controls: { music: 'tense' } })).toBeNull()
})
