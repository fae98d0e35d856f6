import { describe, expect, test } from 'vitest'
import { chunkTakes, groupByDay } from '#src/creations/history/group-by-day.ts'
import { type HistoryAddress, isNarrowed, queryOf, readAddress, SHELVES, writeAddress } from '#src/creations/history-query.ts'
import { endedUnknownIds } from '#src/creations/list-work.ts'
import { creation, finishedTask, work } from '../../fixtures/page/builders.ts'

const PATH = '/ai/personal'

describe('the address of a list', () => {
  test('has the values other than the defaults, and is read back unchanged', () => {
    const address: HistoryAddress = { shelf: 'collected', kind: 'HEAD_TAIL', words: 'a & b + 50 %?', look: 'rows' }
    const written = writeAddress(PATH, address)
    expect(readAddress(new URL(written, 'http://a').search)).toEqual(address)
    expect(writeAddress(PATH, { shelf: 'all', kind: '', words: '  ', look: 'tiles' })).toBe(PATH)
  })

  test('ignores unknown parts, and cuts a search at the server’s limit', () => {
    expect(readAddress('?show=x&kind=custom&view=')).toEqual({ shelf: 'all', kind: '', words: '', look: 'tiles' })
    expect(readAddress(`?q=${'a'.repeat(300)}`).words).toHaveLength(200)
  })

  test('asks for SUCCESS on a screen without a list choice, whatever list it names', () => {
    const named = readAddress('?show=failed&q=sea')
    expect(queryOf(named, false)).toEqual({ taskStatus: 'SUCCESS', isCollect: '', bizType: '', search: 'sea' })
    expect(queryOf(named, true).taskStatus).toBe('FAILED')
    const asked = SHELVES.map((shelf) => queryOf({ ...named, shelf }, true))
    expect(asked.map(({ taskStatus }) => taskStatus)).toEqual(['', 'SUCCESS', 'FAILED', '', ''])
    expect(asked.map(({ isCollect }) => isCollect)).toEqual(['', '', '', '', '1'])
  })

  test('narrows by kind and words, not by list and view', () => {
    expect([readAddress('?show=failed&view=rows'), readAddress('?q=sea'), readAddress('?kind=CUSTOM')].map(isNarrowed)).toEqual([
      false,
      true,
      true,
    ])
  })
})

test('a day is rendered in parts that never cut a batch', () => {
  const list = [creation('a', 9), ...['b1', 'b2', 'b3'].map((id) => creation(id, 8, 'b')), creation('c', 7)]
  const [day] = groupByDay(list, 9)
  const parts = chunkTakes(day?.takes ?? [], 2)
  expect(parts.map((part) => part.map((take) => take.creation.id))).toEqual([['a', 'b1', 'b2', 'b3'], ['c']])
  expect(chunkTakes([], 2)).toEqual([])
})

test('a list of everything gets failures too, once, and not dismissed ones', () => {
  const finished = [
    finishedTask({ taskId: 'good' }),
    finishedTask({ taskId: 'bad', status: 'FAILED' }),
    finishedTask({ taskId: 'away', isDismissed: true }),
  ]
  expect(endedUnknownIds(work({ finished }), new Set(['good']))).toEqual(['bad'])
})
