import type { Template, TemplateList } from '#shared/api/templates.ts'
import type { StoredTemplateList } from '#shared/storage/page-records.ts'
import { describe, expect, test } from 'vitest'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { type ListName, type ListState, createTemplateReader } from '#src/gallery/template-reader.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const NO_ANSWER = fail({ code: '40001', retry: 'later' } as const)
const NOT_FOUND = fail({ code: 'H4001', retry: 'never' } as const)
const none = (): ListState => ({ items: [], totalSize: 0, status: 'loading', problem: null })
const list = (...items: Template[]): Result<TemplateList> => ok({ data: items, totalSize: items.length })

function world(stored: Partial<Record<ListName, StoredTemplateList>> = {}) {
  const state = { explore: none(), effects: none(), new: none(), hot: none(), popular: none() }
  const asked: string[] = []
  const server = {
    list: list(template('server')),
    isCached: false,
    byPath: NOT_FOUND as Result<Template>,
    byId: NOT_FOUND as Result<Template>,
  }
  const now = { ms: 1_000_000 }
  const ask = async <T>(question: string, answer: () => T): Promise<T> => {
    asked.push(question)
    await Promise.resolve()
    return answer()
  }
  const reader = createTemplateReader(state, (items) => items, {
    read: (listName, onCached) =>
      ask(listName, () => {
        if (server.isCached) onCached()
        return server.list
      }),
    readByPath: (path) => ask(`path ${path}`, () => server.byPath),
    readById: (id) => ask(`id ${id}`, () => server.byId),
    readStored: async (listName) => stored[listName],
    store: async (listName, templates) => {
      stored[listName] = templates
    },
    nowMs: () => now.ms,
  })
  return { state, asked, server, stored, now, reader }
}

const storedList = (storedAtMs: number, ...items: Template[]): StoredTemplateList => ({ items, totalSize: items.length, storedAtMs })
const names = ({ items }: ListState) => items.map(({ id }) => id)

describe('template lists', () => {
  test('parallel calls share one load, and a fresh list is not requested again', async () => {
    const { reader, asked, state, now } = world()
    await Promise.all([reader.load('explore'), reader.load('explore'), reader.load('effects')])
    now.ms += LISTS_FRESH_MS - 1
    await reader.load('explore')
    expect(asked).toEqual(['explore', 'effects'])
    expect(state.explore).toMatchObject({ status: 'ready', problem: null, totalSize: 1 })
    now.ms += 1
    await reader.load('explore')
    expect(asked).toEqual(['explore', 'effects', 'explore'])
  })

  test('the device’s copy shows before the server has answered', async () => {
    const { reader, state, server } = world({ effects: storedList(0, template('old')) })
    const loading = reader.load('effects')
    await Promise.resolve()
    await Promise.resolve()
    expect([state.effects.status, names(state.effects)]).toEqual(['stored', ['old']])
    server.list = list(template('new'))
    await loading
    expect([state.effects.status, names(state.effects)]).toEqual(['ready', ['new']])
  })

  test('a reload within the time requests nothing, one after a wrong clock does', async () => {
    const fresh = world({ effects: storedList(1_000_000 - LISTS_FRESH_MS + 1, template('old')) })
    await fresh.reader.load('effects')
    expect([fresh.asked, fresh.state.effects.status]).toEqual([[], 'ready'])
    const ahead = world({ effects: storedList(1_000_001, template('old')) })
    await ahead.reader.load('effects')
    expect(ahead.asked).toEqual(['effects'])
  })

  test('a cached answer fills an empty list, and never counts as the server’s', async () => {
    const { reader, state, server, asked, stored } = world()
    server.isCached = true
    await reader.load('effects')
    expect(state.effects).toMatchObject({ status: 'stored', problem: '40001' })
    expect([names(state.effects), stored.effects]).toEqual([['server'], undefined])
    server.list = list(template('older'))
    await reader.load('effects')
    expect([names(state.effects), state.effects.problem]).toEqual([['server'], '40001'])
    server.isCached = false
    await reader.load('effects')
    expect(state.effects).toMatchObject({ status: 'ready', problem: null })
    expect([names(state.effects), asked.length]).toEqual([['older'], 3])
  })

  test('a change of a shown list is requested at once, however fresh it is; a hidden list is not requested', async () => {
    const { reader, state, server, asked } = world()
    await reader.renew('effects')
    expect(asked).toEqual([])
    const loading = reader.load('effects')
    const renewing = reader.renew('effects')
    await loading
    server.list = list(template('newer'))
    await renewing
    expect([asked, names(state.effects), state.effects.status]).toEqual([['effects', 'effects'], ['newer'], 'ready'])
  })

  test('a failure leaves the shown list, has a reason, and is retried at the next visit', async () => {
    const { reader, state, server, asked } = world({ effects: storedList(0, template('old')) })
    server.list = NO_ANSWER
    await reader.load('effects')
    expect(state.effects).toMatchObject({ status: 'stored', problem: '40001' })
    expect(names(state.effects)).toEqual(['old'])
    server.list = list(template('new'))
    await reader.load('effects')
    expect(asked).toHaveLength(2)
    expect(state.effects).toMatchObject({ status: 'ready', problem: null })
  })

  test('a first failure is not an empty list', async () => {
    const { reader, state, server } = world()
    server.list = NO_ANSWER
    await reader.load('hot')
    expect(state.hot).toMatchObject({ status: 'loading', problem: '40001', items: [] })
  })

  test('an answer is stored with the time of its request', async () => {
    const { reader, stored } = world()
    await reader.load('new')
    expect(stored.new).toMatchObject({ totalSize: 1, storedAtMs: 1_000_000 })
  })

  test('an item is found by slug, seo path or id in the known lists, on the device too, without a request', async () => {
    const { reader, asked } = world({
      effects: storedList(
        0,
        template('golden-hour', { templateEnName: 'Golden Hour', templateSeoPath: 'low-sun' }),
        template('rain', { templateEnName: 'Soft Rain' }),
      ),
    })
    const found = await Promise.all(['low-sun', 'soft-rain', 'golden-hour'].map((name) => reader.find(name)))
    expect(found.map((answer) => answer.ok && answer.value.id)).toEqual(['golden-hour', 'rain', 'golden-hour'])
    expect(asked).toEqual([])
  })

  test('an unknown item is requested by its path, then by its id, and never for an empty id or -1', async () => {
    const { reader, asked, server } = world()
    server.byId = ok(template('far'))
    expect(await reader.find('far')).toMatchObject({ ok: true, value: { id: 'far' } })
    expect(asked).toEqual(['path far', 'id far'])
    for (const nobody of ['', '-1']) expect(await reader.find(nobody)).toMatchObject({ ok: false, error: { code: 'H4001' } })
    expect(asked).toHaveLength(2)
    server.byPath = NO_ANSWER
    expect(await reader.find('other')).toMatchObject({ ok: false, error: { code: '40001' } })
    expect(asked).toEqual(['path far', 'id far', 'path other'])
  })

  test('a requested item is known from then on, without a connection too', async () => {
    const { reader, asked, server } = world()
    server.byPath = ok(template('far', { templateEnName: 'Far Away' }))
    await reader.find('far-away')
    server.byPath = NO_ANSWER
    for (const name of ['far', 'far-away']) expect(await reader.find(name)).toMatchObject({ ok: true, value: { id: 'far' } })
    expect(asked).toEqual(['path far-away'])
  })

  test('an invalid id, such as a part of an address that is too long, does not exist either', async () => {
    const { reader, server } = world()
    server.byId = fail({ code: 'H3000', retry: 'never' } as const)
    expect(await reader.find('x'.repeat(90))).toMatchObject({ ok: false, error: { code: 'H4001' } })
    server.byPath = server.byId
    expect(await reader.find('x'.repeat(900))).toMatchObject({ ok: false, error: { code: 'H4001' } })
  })
})
