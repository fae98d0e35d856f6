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
    const seaCreation = { ...creation('a', 1), prompt: 'Slow PAN over the Sea', isCollect: true }
    expect(matchesQuery(seaCreation, { taskStatus: 'SUCCESS', isCollect: '1', bizType: 'CUSTOM', search: ' pan OVER' })).toBe(true)
    expect(matchesQuery(seaCreation, { ...ALL_QUERY, taskStatus: 'FAILED' })).toBe(false)
    expect(matchesQuery(seaCreation, { ...ALL_QUERY, bizType: 'HEAD_TAIL' })).toBe(false)
    expect(matchesQuery({ ...seaCreation, isCollect: false }, COLLECTED_QUERY)).toBe(false)
    expect(matchesQuery(seaCreation, { ...ALL_QUERY, search: 'forest' })).toBe(false)
    const beachCreation = { ...seaCreation, prompt: 'la cámara en la playa'.normalize('NFD') }
    expect(matchesQuery(beachCreation, { ...ALL_QUERY, search: 'CÁMARA' })).toBe(true)
    expect(matchesQuery(beachCreation, { ...ALL_QUERY, search: 'ｐｌａｙａ' })).toBe(true)
    expect(matchesQuery({ ...seaCreation, templateName: 'Golden hour' }, { ...ALL_QUERY, search: 'golden' })).toBe(true)
  })
})

describe('a list', () => {
  const a = creation('a', 1)
  const b = creation('b', 2)
  const c = { ...creation('c', 3), isCollect: true }
  const pressedMarks: LocalChanges = {
    a: { isCollect: { value: true, doneAtMs: null } },
    c: { isRemoved: { value: true, doneAtMs: null } },
  }

  test('shows the device’s creations until the server has answered', () => {
    const storedMatches = shownCreations({ query: COLLECTED_QUERY, listed: [], known: [a, b, c], localChanges: {}, isAnswered: false })
    expect(ids(storedMatches)).toEqual(['c'])
  })

  test('shows the server’s answer after that, even where the device would match otherwise', () => {
    const query = { ...ALL_QUERY, search: 'words that only the server finds' }
    expect(ids(shownCreations({ query, listed: [b], known: [a, b, c], localChanges: {}, isAnswered: true }))).toEqual(['b'])
    expect(ids(shownCreations({ query: ALL_QUERY, listed: [b], known: [a, b], localChanges: {}, isAnswered: true }))).toEqual(['b'])
  })

  test('follows marks and removals at once', () => {
    const collectedCreations = shownCreations({
      query: COLLECTED_QUERY,
      listed: [c],
      known: [a, b, c],
      localChanges: pressedMarks,
      isAnswered: true,
    })
    expect(collectedCreations).toEqual([{ ...a, isCollect: true }])
    const uncollectedMarks: LocalChanges = { c: { isCollect: { value: false, doneAtMs: null } } }
    expect(shownCreations({ query: COLLECTED_QUERY, listed: [c], known: [c], localChanges: uncollectedMarks, isAnswered: true })).toEqual(
      [],
    )
  })

  test('a mark that was done before the list was requested does not affect it', () => {
    const doneMarks: LocalChanges = { a: { isRemoved: { value: true, doneAtMs: 10 } } }
    const shownIds = () => ids(shownCreations({ query: ALL_QUERY, listed: [a], known: [], localChanges: doneMarks, isAnswered: true }))
    noteRequestTime([a], 9)
    expect(shownIds()).toEqual([])
    noteRequestTime([a], 11)
    expect(shownIds()).toEqual(['a'])
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
  const shownIds = ['a', 'b', 'c', 'd', 'e']
  const selectOnly = (id: string) => toggleSelected(NOTHING_SELECTED, id)

  test('adds and removes one', () => {
    expect([...selectOnly('a').ids]).toEqual(['a'])
    expect(toggleSelected(selectOnly('a'), 'a')).toEqual({ ids: new Set(), anchor: 'a' })
  })

  test('grows by a range in either direction from the last pressed one, which stays its start', () => {
    const range = selectRange(selectOnly('b'), 'd', shownIds)
    expect([...range.ids]).toEqual(['b', 'c', 'd'])
    expect([...selectRange(range, 'a', shownIds).ids].sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('of a range without a start on the screen is one', () => {
    expect([...selectRange(NOTHING_SELECTED, 'c', shownIds).ids]).toEqual(['c'])
    expect([...selectRange(selectOnly('gone'), 'c', shownIds).ids]).toEqual(['gone', 'c'])
    expect(selectRange(selectOnly('b'), 'gone', shownIds)).toEqual(selectOnly('b'))
  })

  test('loses hidden items', () => {
    expect(retainShown(selectRange(selectOnly('b'), 'd', shownIds), ['a', 'c', 'd'])).toEqual({ ids: new Set(['c', 'd']), anchor: null })
  })
})
