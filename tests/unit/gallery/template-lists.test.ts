import type { Template, TemplateList } from '#shared/api/templates.ts'
import type { StoredTemplateList } from '#shared/storage/page-records.ts'
import { describe, expect, test } from 'vitest'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { type ListName, type ListState, createTemplateReader } from '#src/gallery/template-reader.ts'
import { template } from '../../fixtures/page/template-builder.ts'

const NO_ANSWER = fail({ code: '40001', retry: 'later' } as const)
const NOT_FOUND = fail({ code: 'H4001', retry: 'never' } as const)
const emptyList = (): ListState => ({ items: [], totalSize: 0, status: 'loading', problem: null })
const list = (...items: Template[]): Result<TemplateList> => ok({ data: items, totalSize: items.length })

function createWorld(storedLists: Partial<Record<ListName, StoredTemplateList>> = {}) {
  const state = { explore: emptyList(), effects: emptyList(), new: emptyList(), hot: emptyList(), popular: emptyList() }
  const requests: string[] = []
  const server = {
    list: list(template('server')),
    isCached: false,
    byPath: NOT_FOUND as Result<Template>,
    byId: NOT_FOUND as Result<Template>,
  }
  const clock = { ms: 1_000_000 }
  const recordRequest = async <T>(question: string, answer: () => T): Promise<T> => {
    requests.push(question)
    await Promise.resolve()
    return answer()
  }
  const reader = createTemplateReader(state, (items) => items, {
    read: (listName, onCached) =>
      recordRequest(listName, () => {
        if (server.isCached) onCached()
        return server.list
      }),
    readBySlug: (slug) => recordRequest(`path ${slug}`, () => server.byPath),
    readById: (id) => recordRequest(`id ${id}`, () => server.byId),
    readStored: async (listName) => storedLists[listName],
    store: async (listName, templates) => {
      storedLists[listName] = templates
    },
    nowMs: () => clock.ms,
  })
  return { state, requests, server, storedLists, clock, reader }
}

const storedList = (storedAtMs: number, ...items: Template[]): StoredTemplateList => ({ items, totalSize: items.length, storedAtMs })
const idsOf = ({ items }: ListState) => items.map(({ id }) => id)

describe('template lists', () => {
  test('parallel calls share one load, and a fresh list is not requested again', async () => {
    const { reader, requests, state, clock } = createWorld()
    await Promise.all([reader.load('explore'), reader.load('explore'), reader.load('effects')])
    clock.ms += LISTS_FRESH_MS - 1
    await reader.load('explore')
    expect(requests).toEqual(['explore', 'effects'])
    expect(state.explore).toMatchObject({ status: 'ready', problem: null, totalSize: 1 })
    clock.ms += 1
    await reader.load('explore')
    expect(requests).toEqual(['explore', 'effects', 'explore'])
  })

  test('the device’s copy shows before the server has answered', async () => {
    const { reader, state, server } = createWorld({ effects: storedList(0, template('old')) })
    const loading = reader.load('effects')
    await Promise.resolve()
    await Promise.resolve()
    expect([state.effects.status, idsOf(state.effects)]).toEqual(['stored', ['old']])
    server.list = list(template('new'))
    await loading
    expect([state.effects.status, idsOf(state.effects)]).toEqual(['ready', ['new']])
  })

  test('a reload within the time requests nothing, one after a wrong clock does', async () => {
    const freshWorld = createWorld({ effects: storedList(1_000_000 - LISTS_FRESH_MS + 1, template('old')) })
    await freshWorld.reader.load('effects')
    expect([freshWorld.requests, freshWorld.state.effects.status]).toEqual([[], 'ready'])
    const aheadWorld = createWorld({ effects: storedList(1_000_001, template('old')) })
    await aheadWorld.reader.load('effects')
    expect(aheadWorld.requests).toEqual(['effects'])
  })

  test('a cached answer fills an empty list, and never counts as the server’s', async () => {
    const { reader, state, server, requests, storedLists } = createWorld()
    server.isCached = true
    await reader.load('effects')
    expect(state.effects).toMatchObject({ status: 'stored', problem: '40001' })
    expect([idsOf(state.effects), storedLists.effects]).toEqual([['server'], undefined])
    server.list = list(template('older'))
    await reader.load('effects')
    expect([idsOf(state.effects), state.effects.problem]).toEqual([['server'], '40001'])
    server.isCached = false
    await reader.load('effects')
    expect(state.effects).toMatchObject({ status: 'ready', problem: null })
    expect([idsOf(state.effects), requests.length]).toEqual([['older'], 3])
  })

  test('a change of a shown list is requested at once, however fresh it is; a hidden list is not requested', async () => {
    const { reader, state, server, requests } = createWorld()
    await reader.renew('effects')
    expect(requests).toEqual([])
    const loading = reader.load('effects')
    const renewing = reader.renew('effects')
    await loading
    server.list = list(template('newer'))
    await renewing
    expect([requests, idsOf(state.effects), state.effects.status]).toEqual([['effects', 'effects'], ['newer'], 'ready'])
  })

  test('a failure leaves the shown list, has a reason, and is retried at the next visit', async () => {
    const { reader, state, server, requests } = createWorld({ effects: storedList(0, template('old')) })
    server.list = NO_ANSWER
    await reader.load('effects')
    expect(state.effects).toMatchObject({ status: 'stored', problem: '40001' })
    expect(idsOf(state.effects)).toEqual(['old'])
    server.list = list(template('new'))
    await reader.load('effects')
    expect(requests).toHaveLength(2)
    expect(state.effects).toMatchObject({ status: 'ready', problem: null })
  })

  test('a first failure is not an empty list', async () => {
    const { reader, state, server } = createWorld()
    server.list = NO_ANSWER
    await reader.load('hot')
    expect(state.hot).toMatchObject({ status: 'loading', problem: '40001', items: [] })
  })

  test('an answer is stored with the time of its request', async () => {
    const { reader, storedLists } = createWorld()
    await reader.load('new')
    expect(storedLists.new).toMatchObject({ totalSize: 1, storedAtMs: 1_000_000 })
  })

  test('an item is found by slug, seo path or id in the known lists, on the device too, without a request', async () => {
    const { reader, requests } = createWorld({
      effects: storedList(
        0,
        template('golden-hour', { templateEnName: 'Golden Hour', templateSeoPath: 'low-sun' }),
        template('rain', { templateEnName: 'Soft Rain' }),
      ),
    })
    const answers = await Promise.all(['low-sun', 'soft-rain', 'golden-hour'].map((name) => reader.find(name)))
    expect(answers.map((answer) => answer.ok && answer.value.id)).toEqual(['golden-hour', 'rain', 'golden-hour'])
    expect(requests).toEqual([])
  })

  test('an unknown item is requested by its path, then by its id, and never for an empty id or -1', async () => {
    const { reader, requests, server } = createWorld()
    server.byId = ok(template('far'))
    expect(await reader.find('far')).toMatchObject({ ok: true, value: { id: 'far' } })
    expect(requests).toEqual(['path far', 'id far'])
    for (const invalidId of ['', '-1']) expect(await reader.find(invalidId)).toMatchObject({ ok: false, error: { code: 'H4001' } })
    expect(requests).toHaveLength(2)
    server.byPath = NO_ANSWER
    expect(await reader.find('other')).toMatchObject({ ok: false, error: { code: '40001' } })
    expect(requests).toEqual(['path far', 'id far', 'path other'])
  })

  test('a requested item is known from then on, without a connection too', async () => {
    const { reader, requests, server } = createWorld()
    server.byPath = ok(template('far', { templateEnName: 'Far Away' }))
    await reader.find('far-away')
    server.byPath = NO_ANSWER
    for (const name of ['far', 'far-away']) expect(await reader.find(name)).toMatchObject({ ok: true, value: { id: 'far' } })
    expect(requests).toEqual(['path far-away'])
  })

  test('an invalid id, such as a part of an address that is too long, does not exist either', async () => {
    const { reader, server } = createWorld()
    server.byId = fail({ code: 'H3000', retry: 'never' } as const)
    expect(await reader.find('x'.repeat(90))).toMatchObject({ ok: false, error: { code: 'H4001' } })
    server.byPath = server.byId
    expect(await reader.find('x'.repeat(900))).toMatchObject({ ok: false, error: { code: 'H4001' } })
  })
})
