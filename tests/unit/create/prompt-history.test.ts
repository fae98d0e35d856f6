import { afterEach, describe, expect, test } from 'vitest'
import { findPrompts, MAX_STORED_PROMPTS, withPrompt } from '#shared/domain/prompt-history.ts'
import { fail } from '#shared/result.ts'
import { type PromptHistories, createPromptHistory } from '#src/create/prompt-history.ts'
import { createPromptCursor } from '#src/create/prompt-field.tsx'
import { forgetReplaced, noteReplacedPrompt, promptBefore, replacedPrompts } from '#src/create/replaced-prompts.ts'
import { memoryRecords } from './memory-records.ts'

const nothing = (): PromptHistories => ({ CUSTOM: [], HEAD_TAIL: [], TEMPLATE: [] })

describe('the stored prompts', () => {
  test('are newest first, unique, and not empty', () => {
    const prompts = ['rain', 'snow', '  rain ', '   '].reduce<readonly string[]>(withPrompt, [])
    expect(prompts).toEqual(['rain', 'snow'])
  })

  test('the number of entries is limited, and the oldest is removed', () => {
    const many = Array.from({ length: MAX_STORED_PROMPTS + 1 }, (_, number) => `prompt ${number}`)
    const prompts = many.reduce<readonly string[]>(withPrompt, [])
    expect(MAX_STORED_PROMPTS).toBe(50)
    expect(prompts).toHaveLength(50)
    expect(prompts).not.toContain('prompt 0')
  })

  test('match a search with every word at any position', () => {
    expect(findPrompts(['Slow push in, rain', 'rain', 'push'], ' PUSH  rain')).toEqual(['Slow push in, rain'])
    const decomposed = 'la cámara gira'.normalize('NFD')
    expect(findPrompts([decomposed], 'cámara')).toEqual([decomposed])
  })
})

describe('the store of prompts', () => {
  function setUp() {
    const records = memoryRecords()
    const self = { account: '' }
    const open = () => {
      const state = nothing()
      return { state, history: createPromptHistory(state, { records, owner: () => self.account }) }
    }
    return { records, self, open }
  }

  test('is restored after a reload, each kind for itself, although two were sent in parallel', async () => {
    const { open } = setUp()
    const { history } = open()
    await Promise.all([history.add('CUSTOM', 'rain'), history.add('CUSTOM', 'snow'), history.add('TEMPLATE', 'fog')])
    const again = open()
    await Promise.all([again.history.load('CUSTOM'), again.history.load('TEMPLATE')])
    expect(again.state).toEqual({ CUSTOM: ['snow', 'rain'], HEAD_TAIL: [], TEMPLATE: ['fog'] })
  })

  test('retains the prompts of two tabs that send at the same time', async () => {
    const { open } = setUp()
    const [one, other] = [open(), open()]
    await Promise.all([one.history.add('CUSTOM', 'rain'), other.history.add('CUSTOM', 'snow')])
    await one.history.load('CUSTOM')
    expect(one.state.CUSTOM.toSorted()).toEqual(['rain', 'snow'])
  })

  test('of a visitor moves to the account, and is deleted with its logout', async () => {
    const { open, self, records } = setUp()
    const { history, state } = open()
    await history.add('CUSTOM', 'rain')
    self.account = 'ada'
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
    expect(records.keys()).toEqual(['prompts/CUSTOM/ada'])
    self.account = ''
    await history.forget('ada')
    expect(records.keys()).toEqual([])
    expect(state.CUSTOM).toEqual([])
  })

  test('of a visitor is the account’s from its login on, for any opened form, and not the next account’s', async () => {
    const { open, self, records } = setUp()
    const { history } = open()
    await history.add('HEAD_TAIL', 'rain')
    self.account = 'ada'
    await history.adopt()
    expect(records.keys()).toEqual(['prompts/HEAD_TAIL/ada'])
  })

  test('of a visitor stays stored and is shown after a login on a full device', async () => {
    const { open, self, records } = setUp()
    await open().history.add('CUSTOM', 'rain')
    self.account = 'ada'
    const roomy = { ...records }
    records.update = async () => fail({ code: 'storage_full', retry: 'never' })
    const { history, state } = open()
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
    expect(records.keys()).toEqual(['prompts/CUSTOM/'])
    Object.assign(records, roomy)
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
    expect(records.keys()).toEqual(['prompts/CUSTOM/ada'])
  })

  test('belongs to the account that sent the prompt, though that logs out before the write', async () => {
    const { open, self, records } = setUp()
    const { history, state } = open()
    self.account = 'ada'
    await history.add('CUSTOM', 'rain')
    const added = history.add('CUSTOM', 'snow')
    const more = history.add('CUSTOM', 'fog')
    self.account = ''
    history.hide()
    await Promise.all([added, more])
    expect([state.CUSTOM, records.keys()]).toEqual([[], ['prompts/CUSTOM/ada']])
  })

  test('of an account with an expired session is not shown to the next user', async () => {
    const { open, self } = setUp()
    const { history, state } = open()
    self.account = 'ada'
    await history.add('CUSTOM', 'rain')
    self.account = ''
    history.hide()
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual([])
    self.account = 'ada'
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
  })
})

describe('replaced words', () => {
  afterEach(forgetReplaced)
  const before = (prompt: string) => promptBefore(replacedPrompts.CUSTOM, prompt)

  test('are restored, until the user types on', () => {
    noteReplacedPrompt('CUSTOM', 'my own', 'slow pan')
    expect(before('slow pan')).toBe('my own')
    expect(before('slow pan, rain')).toBeNull()
  })

  test('are the user’s own, after any number of suggestions', () => {
    noteReplacedPrompt('CUSTOM', 'my own', 'slow pan')
    noteReplacedPrompt('CUSTOM', 'slow pan', 'golden light')
    expect(before('golden light')).toBe('my own')
    noteReplacedPrompt('CUSTOM', 'golden light, rain', 'zoom in')
    expect(before('zoom in')).toBe('golden light, rain')
  })
})

describe('a walk through earlier prompts', () => {
  function setUp(prompts: readonly string[], written: string) {
    const field = { written }
    const walk = createPromptCursor({
      prompts: () => prompts,
      currentPrompt: () => field.written,
      setPrompt: (prompt) => (field.written = prompt),
    })
    return { field, walk }
  }

  test('ends at the oldest, and leads back to the user’s words', () => {
    const { field, walk } = setUp(['snow', 'rain'], 'my own')
    expect(walk.newer()).toBe(false)
    const seen = [walk.older(), walk.older(), walk.older()]
    expect(seen).toEqual([true, true, false])
    expect(field.written).toBe('rain')
    walk.newer()
    expect(field.written).toBe('snow')
    walk.newer()
    expect(field.written).toBe('my own')
  })

  test('restarts once the user has changed the shown one', () => {
    const { field, walk } = setUp(['snow', 'rain'], '')
    walk.older()
    field.written = 'snow at night'
    walk.older()
    expect(field.written).toBe('snow')
    walk.newer()
    expect(field.written).toBe('snow at night')
  })

  test('never shows the present words as an earlier prompt', () => {
    const { field, walk } = setUp(['snow', 'rain'], 'snow')
    walk.older()
    expect(field.written).toBe('rain')
  })
})
