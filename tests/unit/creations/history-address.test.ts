import { describe, expect, test } from 'vitest'
import { chunkVariations, groupByDay } from '#src/creations/history/group-by-day.ts'
import { type HistoryAddress, hasFilter, queryOf, readAddress, STATUS_FILTERS, writeAddress } from '#src/creations/history-query.ts'
import { endedUnknownIds } from '#src/creations/list-work.ts'
import { creation, finishedTask, work } from '../../fixtures/page/builders.ts'

const PATH = '/ai/personal'

describe('the address of a list', () => {
  test('has the values other than the defaults, and is read back unchanged', () => {
    const address: HistoryAddress = { filter: 'collected', kind: 'HEAD_TAIL', words: 'a & b + 50 %?', layout: 'rows' }
    const writtenUrl = writeAddress(PATH, address)
    expect(readAddress(new URL(writtenUrl, 'http://a').search)).toEqual(address)
    expect(writeAddress(PATH, { filter: 'all', kind: '', words: '  ', layout: 'tiles' })).toBe(PATH)
  })

  test('ignores unknown parts, and cuts a search at the server’s limit', () => {
    expect(readAddress('?show=x&kind=custom&view=')).toEqual({ filter: 'all', kind: '', words: '', layout: 'tiles' })
    expect(readAddress(`?q=${'a'.repeat(300)}`).words).toHaveLength(200)
  })

  test('asks for SUCCESS on a screen without a list choice, whatever list it names', () => {
    const namedAddress = readAddress('?show=failed&q=sea')
    expect(queryOf(namedAddress, false)).toEqual({ taskStatus: 'SUCCESS', isCollect: '', bizType: '', search: 'sea' })
    expect(queryOf(namedAddress, true).taskStatus).toBe('FAILED')
    const queries = STATUS_FILTERS.map((filter) => queryOf({ ...namedAddress, filter }, true))
    expect(queries.map(({ taskStatus }) => taskStatus)).toEqual(['', 'SUCCESS', 'FAILED', '', ''])
    expect(queries.map(({ isCollect }) => isCollect)).toEqual(['', '', '', '', '1'])
  })

  test('narrows by kind and words, not by list and view', () => {
    expect([readAddress('?show=failed&view=rows'), readAddress('?q=sea'), readAddress('?kind=CUSTOM')].map(hasFilter)).toEqual([
      false,
      true,
      true,
    ])
  })
})

test('a day is rendered in parts that never cut a batch', () => {
  const list = [creation('a', 9), ...['b1', 'b2', 'b3'].map((id) => creation(id, 8, 'b')), creation('c', 7)]
  const [day] = groupByDay(list, 9)
  const parts = chunkVariations(day?.variations ?? [], 2)
  expect(parts.map((part) => part.map((variation) => variation.creation.id))).toEqual([['a', 'b1', 'b2', 'b3'], ['c']])
  expect(chunkVariations([], 2)).toEqual([])
})

test('a list of everything gets failures too, once, and not dismissed ones', () => {
  const finished = [
    finishedTask({ taskId: 'good' }),
    finishedTask({ taskId: 'bad', status: 'FAILED' }),
    finishedTask({ taskId: 'away', isDismissed: true }),
  ]
  expect(endedUnknownIds(work({ finished }), new Set(['good']))).toEqual(['bad'])
})
