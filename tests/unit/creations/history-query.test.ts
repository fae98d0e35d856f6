import { describe, expect, test } from 'vitest'
import type { LocalChanges } from '#src/creations/optimistic-mutations.ts'
import { ALL_QUERY, COLLECTED_QUERY, historyPayload, matchesQuery, queryKey, READY_QUERY } from '#src/creations/history-query.ts'
import { noteRequestTime } from '#src/creations/creation-mutations.ts'
import { retainShown, NOTHING_SELECTED, selectRange, toggleSelected } from '#src/creations/history/use-selection.ts'
import { shownCreations, splitNew } from '#src/creations/history/use-history-screen.ts'
import { creation } from '../../fixtures/page/builders.ts'

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('a query', () => {
  test('without a status asks for ALL, and empty values are not sent', () => {
    expect(historyPayload(ALL_QUERY, 1, 20)).toEqual({ curPage: 1, pageSize: 20, taskStatus: 'ALL' })
    expect(historyPayload({ ...ALL_QUERY, search: '   ' }, 1, 20)).toEqual({ curPage: 1, pageSize: 20, taskStatus: 'ALL' })
  })

  test('sends its filters', () => {
    expect(historyPayload({ taskStatus: 'FAILED', isCollect: '1', bizType: 'TEMPLATE', search: ' sea ' }, 2, 20)).toEqual({
      curPage: 2,
      pageSize: 20,
      taskStatus: 'FAILED',
      isCollect: '1',
      bizType: 'TEMPLATE',
      search: 'sea',
    })
  })

  test('has the same key as an equal one', () => {
    expect(queryKey({ ...READY_QUERY, search: 'sea ' })).toBe(queryKey({ ...READY_QUERY, search: 'sea' }))
    expect(queryKey(READY_QUERY)).not.toBe(queryKey(ALL_QUERY))
    expect(queryKey({ ...ALL_QUERY, search: 'CUSTOM' })).not.toBe(queryKey({ ...ALL_QUERY, bizType: 'CUSTOM' }))
  })

  test('matches creations on the device by status, kind, mark and words in any case', () => {
    const sea = { ...creation('a', 1), prompt: 'Slow PAN over the Sea', isCollect: true }
    expect(matchesQuery(sea, { taskStatus: 'SUCCESS', isCollect: '1', bizType: 'CUSTOM', search: ' pan OVER' })).toBe(true)
    expect(matchesQuery(sea, { ...ALL_QUERY, taskStatus: 'FAILED' })).toBe(false)
    expect(matchesQuery(sea, { ...ALL_QUERY, bizType: 'HEAD_TAIL' })).toBe(false)
    expect(matchesQuery({ ...sea, isCollect: false }, COLLECTED_QUERY)).toBe(false)
    expect(matchesQuery(sea, { ...ALL_QUERY, search: 'forest' })).toBe(false)
    const beach = { ...sea, prompt: 'la cámara en la playa'.normalize('NFD') }
    expect(matchesQuery(beach, { ...ALL_QUERY, search: 'CÁMARA' })).toBe(true)
    expect(matchesQuery(beach, { ...ALL_QUERY, search: 'ｐｌａｙａ' })).toBe(true)
    expect(matchesQuery({ ...sea, templateName: 'Golden hour' }, { ...ALL_QUERY, search: 'golden' })).toBe(true)
  })
})

describe('a list', () => {
  const a = creation('a', 1)
  const b = creation('b', 2)
  const c = { ...creation('c', 3), isCollect: true }
  const pressed: LocalChanges = { a: { isCollect: { value: true, doneAtMs: null } }, c: { isRemoved: { value: true, doneAtMs: null } } }

  test('shows the device’s creations until the server has answered', () => {
    const found = shownCreations({ query: COLLECTED_QUERY, listed: [], known: [a, b, c], localChanges: {}, isAnswered: false })
    expect(ids(found)).toEqual(['c'])
  })

  test('shows the server’s answer after that, even where the device would match otherwise', () => {
    const query = { ...ALL_QUERY, search: 'words that only the server finds' }
    expect(ids(shownCreations({ query, listed: [b], known: [a, b, c], localChanges: {}, isAnswered: true }))).toEqual(['b'])
    expect(ids(shownCreations({ query: ALL_QUERY, listed: [b], known: [a, b], localChanges: {}, isAnswered: true }))).toEqual(['b'])
  })

  test('follows marks and removals at once', () => {
    const shown = shownCreations({ query: COLLECTED_QUERY, listed: [c], known: [a, b, c], localChanges: pressed, isAnswered: true })
    expect(shown).toEqual([{ ...a, isCollect: true }])
    const uncollected: LocalChanges = { c: { isCollect: { value: false, doneAtMs: null } } }
    expect(shownCreations({ query: COLLECTED_QUERY, listed: [c], known: [c], localChanges: uncollected, isAnswered: true })).toEqual([])
  })

  test('a mark that was done before the list was requested does not affect it', () => {
    const done: LocalChanges = { a: { isRemoved: { value: true, doneAtMs: 10 } } }
    const show = () => ids(shownCreations({ query: ALL_QUERY, listed: [a], known: [], localChanges: done, isAnswered: true }))
    noteRequestTime([a], 9)
    expect(show()).toEqual([])
    noteRequestTime([a], 11)
    expect(show()).toEqual(['a'])
  })
})

describe('new creations while the user reads', () => {
  const list = [creation('new', 9), creation('c', 3), creation('between', 2.5), creation('b', 2), creation('old', 1)]

  test('wait when they would move the shown ones, and are added when they are older', () => {
    const { shown, fresh } = splitNew(list, new Set(['c', 'b']))
    expect(ids(shown)).toEqual(['c', 'b', 'old'])
    expect(ids(fresh)).toEqual(['new', 'between'])
  })

  test('are shown at once where nothing was shown, or all of it is deleted', () => {
    expect(splitNew(list, new Set()).fresh).toEqual([])
    expect(splitNew(list, new Set(['gone'])).fresh).toEqual([])
  })
})

describe('a selection', () => {
  const shown = ['a', 'b', 'c', 'd', 'e']
  const from = (id: string) => toggleSelected(NOTHING_SELECTED, id)

  test('adds and removes one', () => {
    expect([...from('a').ids]).toEqual(['a'])
    expect(toggleSelected(from('a'), 'a')).toEqual({ ids: new Set(), anchor: 'a' })
  })

  test('grows by a range in either direction from the last pressed one, which stays its start', () => {
    const range = selectRange(from('b'), 'd', shown)
    expect([...range.ids]).toEqual(['b', 'c', 'd'])
    expect([...selectRange(range, 'a', shown).ids].sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('of a range without a start on the screen is one', () => {
    expect([...selectRange(NOTHING_SELECTED, 'c', shown).ids]).toEqual(['c'])
    expect([...selectRange(from('gone'), 'c', shown).ids]).toEqual(['gone', 'c'])
    expect(selectRange(from('b'), 'gone', shown)).toEqual(from('b'))
  })

  test('loses hidden items', () => {
    expect(retainShown(selectRange(from('b'), 'd', shown), ['a', 'c', 'd'])).toEqual({ ids: new Set(['c', 'd']), anchor: null })
  })
})
