import { describe, expect, test, vi } from 'vitest'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { FIRST_FRAME_WORDS, FIRST_PROMPT_WORDS, hasPromptWord, togglePromptWord } from '#shared/domain/prompt-words.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { makePlan } from '#motion/make-plan.ts'
import { PROMPT_WORDS } from '#server/create/prompt-help.ts'
import { createPromptWords, hasEffect } from '#src/create/prompt-ideas.tsx'
import { memoryRecords } from './memory-records.ts'
import { enforceContract } from '../../fixtures/enforce-contract.ts'

describe('a word', () => {
  test.each([
    ['', 'zoom in', 'zoom in'],
    ['A calm lake', 'soft rain', 'A calm lake, soft rain'],
    ['A calm lake.', 'soft rain', 'A calm lake. soft rain'],
    ['A calm lake,', 'soft rain', 'A calm lake, soft rain'],
  ])('pressed in %j adds %j and, pressed again, leaves the rest unchanged', (written, word, expected) => {
    expect(togglePromptWord(written, word)).toBe(expected)
    expect(hasPromptWord(expected, word)).toBe(true)
    expect(togglePromptWord(expected, word).replace(/,$/, '')).toBe(written.replace(/,$/, ''))
  })

  test('is removed from the beginning, the middle and the end, in any spelling', () => {
    expect(togglePromptWord('Zoom in, fog, rain', 'zoom in')).toBe('fog, rain')
    expect(togglePromptWord('a, ZOOM IN , rain', 'zoom in')).toBe('a, rain')
    expect(togglePromptWord('a, zoom in', 'zoom in')).toBe('a')
    expect(togglePromptWord('zoom in', 'zoom in')).toBe('')
  })

  test('inside the user’s sentence is the user’s and no list word', () => {
    const written = 'I zoom in on her face'
    expect(hasPromptWord(written, 'zoom in')).toBe(false)
    expect(togglePromptWord(written, 'zoom in')).toBe('I zoom in on her face, zoom in')
  })
})

describe('the list of words', () => {
  function setUp() {
    const call = vi.fn(async () => ok({ words: ['zoom in', 'fog', 'fog'] }) as Result<never>)
    const api = enforceContract({ call })
    const records = memoryRecords()
    const clock = { nowMs: 0 }
    const openTab = () => {
      const state = { words: [] as readonly string[] }
      return { state, words: createPromptWords(state, { api, records, nowMs: () => clock.nowMs }) }
    }
    return { call, clock, openTab }
  }

  test('is requested once while it is fresh, for any number of callers', async () => {
    const { call, clock, openTab } = setUp()
    const { state, words } = openTab()
    await Promise.all([words.load(), words.load()])
    clock.nowMs = LISTS_FRESH_MS - 1
    await openTab().words.load()
    expect(state.words).toEqual(['zoom in', 'fog'])
    expect(call).toHaveBeenCalledTimes(1)
    clock.nowMs = LISTS_FRESH_MS
    await openTab().words.load()
    expect(call).toHaveBeenCalledTimes(2)
  })

  test('is the stored one where the server cannot be reached', async () => {
    const { call, clock, openTab } = setUp()
    await openTab().words.load()
    clock.nowMs = LISTS_FRESH_MS
    call.mockResolvedValue(fail({ code: '40001', retry: 'later' }))
    const { state, words } = openTab()
    await words.load()
    expect(state.words).toEqual(['zoom in', 'fog'])
  })
})

test('two pictures begin with the words that stay when all are known', () => {
  const metWords = PROMPT_WORDS.filter((word) => hasEffect(makePlan, 'HEAD_TAIL', undefined, word))
  expect(metWords.slice(0, FIRST_PROMPT_WORDS.length)).toEqual(FIRST_FRAME_WORDS)
})
