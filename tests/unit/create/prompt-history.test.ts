import { afterEach, describe, expect, test } from 'vitest'
import { findPrompts, MAX_STORED_PROMPTS, withPrompt } from '#shared/domain/prompt-history.ts'
import { fail } from '#shared/result.ts'
import { type PromptHistories, createPromptHistory } from '#src/create/prompt-history.ts'
import { createPromptCursor } from '#src/create/prompt-field.tsx'
import { forgetReplaced, noteReplacedPrompt, promptBefore, replacedPrompts } from '#src/create/replaced-prompts.ts'
import { memoryRecords } from './memory-records.ts'

const emptyHistories = (): PromptHistories => ({ CUSTOM: [], HEAD_TAIL: [], TEMPLATE: [] })

describe('the stored prompts', () => {
  test('are newest first, unique, and not empty', () => {
    const prompts = ['rain', 'snow', '  rain ', '   '].reduce<readonly string[]>(withPrompt, [])
    expect(prompts).toEqual(['rain', 'snow'])
  })

  test('the number of entries is limited, and the oldest is removed', () => {
    const manyPrompts = Array.from({ length: MAX_STORED_PROMPTS + 1 }, (_, number) => `prompt ${number}`)
    const prompts = manyPrompts.reduce<readonly string[]>(withPrompt, [])
    expect(MAX_STORED_PROMPTS).toBe(50)
    expect(prompts).toHaveLength(50)
    expect(prompts).not.toContain('prompt 0')
  })

  test('match a search with every word at any position', () => {
    expect(findPrompts(['Slow push in, rain', 'rain', 'push'], ' PUSH  rain')).toEqual(['Slow push in, rain'])
    const decomposedPrompt = 'la cámara gira'.normalize('NFD')
    expect(findPrompts([decomposedPrompt], 'cámara')).toEqual([decomposedPrompt])
  })
})

describe('the store of prompts', () => {
  function setUp() {
    const records = memoryRecords()
    const session = { account: '' }
    const openTab = () => {
      const state = emptyHistories()
      return { state, history: createPromptHistory(state, { records, owner: () => session.account }) }
    }
    return { records, session, openTab }
  }

  test('is restored after a reload, each kind for itself, although two were sent in parallel', async () => {
    const { openTab } = setUp()
    const { history } = openTab()
    await Promise.all([history.add('CUSTOM', 'rain'), history.add('CUSTOM', 'snow'), history.add('TEMPLATE', 'fog')])
    const reopened = openTab()
    await Promise.all([reopened.history.load('CUSTOM'), reopened.history.load('TEMPLATE')])
    expect(reopened.state).toEqual({ CUSTOM: ['snow', 'rain'], HEAD_TAIL: [], TEMPLATE: ['fog'] })
  })

  test('retains the prompts of two tabs that send at the same time', async () => {
    const { openTab } = setUp()
    const [firstTab, secondTab] = [openTab(), openTab()]
    await Promise.all([firstTab.history.add('CUSTOM', 'rain'), secondTab.history.add('CUSTOM', 'snow')])
    await firstTab.history.load('CUSTOM')
    expect(firstTab.state.CUSTOM.toSorted()).toEqual(['rain', 'snow'])
  })

  test('of a visitor moves to the account, and is deleted with its logout', async () => {
    const { openTab, session, records } = setUp()
    const { history, state } = openTab()
    await history.add('CUSTOM', 'rain')
    session.account = 'ada'
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
    expect(records.keys()).toEqual(['prompts/CUSTOM/ada'])
    session.account = ''
    await history.forget('ada')
    expect(records.keys()).toEqual([])
    expect(state.CUSTOM).toEqual([])
  })

  test('of a visitor is the account’s from its login on, for any opened form, and not the next account’s', async () => {
    const { openTab, session, records } = setUp()
    const { history } = openTab()
    await history.add('HEAD_TAIL', 'rain')
    session.account = 'ada'
    await history.adopt()
    expect(records.keys()).toEqual(['prompts/HEAD_TAIL/ada'])
  })

  test('of a visitor stays stored and is shown after a login on a full device', async () => {
    const { openTab, session, records } = setUp()
    await openTab().history.add('CUSTOM', 'rain')
    session.account = 'ada'
    const originalRecords = { ...records }
    records.update = async () => fail({ code: 'storage_full', retry: 'never' })
    const { history, state } = openTab()
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
    expect(records.keys()).toEqual(['prompts/CUSTOM/'])
    Object.assign(records, originalRecords)
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
    expect(records.keys()).toEqual(['prompts/CUSTOM/ada'])
  })

  test('belongs to the account that sent the prompt, though that logs out before the write', async () => {
    const { openTab, session, records } = setUp()
    const { history, state } = openTab()
    session.account = 'ada'
    await history.add('CUSTOM', 'rain')
    const addingSnow = history.add('CUSTOM', 'snow')
    const addingFog = history.add('CUSTOM', 'fog')
    session.account = ''
    history.hide()
    await Promise.all([addingSnow, addingFog])
    expect([state.CUSTOM, records.keys()]).toEqual([[], ['prompts/CUSTOM/ada']])
  })

  test('of an account with an expired session is not shown to the next user', async () => {
    const { openTab, session } = setUp()
    const { history, state } = openTab()
    session.account = 'ada'
    await history.add('CUSTOM', 'rain')
    session.account = ''
    history.hide()
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual([])
    session.account = 'ada'
    await history.load('CUSTOM')
    expect(state.CUSTOM).toEqual(['rain'])
  })
})

describe('replaced words', () => {
  afterEach(forgetReplaced)
  const replacedPrompt = (prompt: string) => promptBefore(replacedPrompts.CUSTOM, prompt)

  test('are restored, until the user types on', () => {
    noteReplacedPrompt('CUSTOM', 'my own', 'slow pan')
    expect(replacedPrompt('slow pan')).toBe('my own')
    expect(replacedPrompt('slow pan, rain')).toBeNull()
  })

  test('are the user’s own, after any number of suggestions', () => {
    noteReplacedPrompt('CUSTOM', 'my own', 'slow pan')
    noteReplacedPrompt('CUSTOM', 'slow pan', 'golden light')
    expect(replacedPrompt('golden light')).toBe('my own')
    noteReplacedPrompt('CUSTOM', 'golden light, rain', 'zoom in')
    expect(replacedPrompt('zoom in')).toBe('golden light, rain')
  })
})

describe('a walk through earlier prompts', () => {
  function setUp(prompts: readonly string[], written: string) {
    const field = { written }
    const cursor = createPromptCursor({
      prompts: () => prompts,
      currentPrompt: () => field.written,
      setPrompt: (prompt) => (field.written = prompt),
    })
    return { field, cursor }
  }

  test('ends at the oldest, and leads back to the user’s words', () => {
    const { field, cursor } = setUp(['snow', 'rain'], 'my own')
    expect(cursor.newer()).toBe(false)
    const moves = [cursor.older(), cursor.older(), cursor.older()]
    expect(moves).toEqual([true, true, false])
    expect(field.written).toBe('rain')
    cursor.newer()
    expect(field.written).toBe('snow')
    cursor.newer()
    expect(field.written).toBe('my own')
  })

  test('restarts once the user has changed the shown one', () => {
    const { field, cursor } = setUp(['snow', 'rain'], '')
    cursor.older()
    field.written = 'snow at night'
    cursor.older()
    expect(field.written).toBe('snow')
    cursor.newer()
    expect(field.written).toBe('snow at night')
  })

  test('never shows the present words as an earlier prompt', () => {
    const { field, cursor } = setUp(['snow', 'rain'], 'snow')
    cursor.older()
    expect(field.written).toBe('rain')
  })
})
