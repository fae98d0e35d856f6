import { describe, expect, test } from 'vitest'
import { groupByDay } from '#src/creations/history/group-by-day.ts'
import { mergeCreations, mergeFirstPage } from '#src/creations/history-list.ts'
import { creation } from '../../fixtures/page/builders.ts'

const HOUR_MS = 3_600_000
const noonMs = new Date(2026, 4, 20, 12).getTime()
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('history', () => {
  test('merging retains each id once, newest first, with the newer facts', () => {
    const mergedList = mergeCreations([{ ...creation('a', 1), prompt: 'new' }, creation('c', 3)], [creation('a', 1), creation('b', 2)])
    expect(ids(mergedList)).toEqual(['c', 'b', 'a'])
    expect(mergedList[2]?.prompt).toBe('new')
  })

  test('a fresh first page removes its deleted rows and retains older pages', () => {
    const knownCreations = [creation('d', 4), creation('c', 3), creation('b', 2), creation('a', 1)]
    expect(ids(mergeFirstPage([creation('d', 4), creation('b', 2)], knownCreations, 3))).toEqual(['d', 'b', 'a'])
  })

  test('a first page without a known row replaces the list, since creations between them may be missing', () => {
    expect(ids(mergeFirstPage([creation('f', 6), creation('e', 5)], [creation('b', 2), creation('a', 1)], 6))).toEqual(['f', 'e'])
  })

  test('a first page that ends in the middle of a batch retains the later variations', () => {
    const batch = ['t1', 't2', 't3', 't4'].map((id) => creation(id, 5, 'batch'))
    const knownCreations = [creation('new', 6), ...batch, creation('old', 1)]
    expect(ids(mergeFirstPage(knownCreations.slice(0, 3), knownCreations, 7))).toEqual(['new', 't1', 't2', 't3', 't4', 'old'])
    expect(ids(mergeFirstPage([creation('new', 6), ...batch.slice(1, 3)], knownCreations, 7))).toEqual(['new', 't2', 't3', 't4', 'old'])
  })

  test('a first page that is complete replaces everything', () => {
    expect(ids(mergeFirstPage([creation('b', 2)], [creation('b', 2), creation('a', 1)], 1))).toEqual(['b'])
    expect(mergeFirstPage([], [creation('a', 1)], 0)).toEqual([])
  })

  test('days are newest first and the variations of a batch together', () => {
    const list = [
      creation('d', noonMs),
      creation('c2', noonMs - 1, 'c'),
      creation('x', noonMs - 2),
      creation('c1', noonMs - 3, 'c'),
      creation('old', noonMs - 24 * HOUR_MS),
    ]
    const days = groupByDay(list, noonMs)
    expect(days.map(({ daysAgo }) => daysAgo)).toEqual([0, 1])
    expect(
      days[0]?.variations.map(({ creation, variationNumber, variationCount }) => `${creation.id} ${variationNumber}/${variationCount}`),
    ).toEqual(['d 1/1', 'c2 1/2', 'c1 2/2', 'x 1/1'])
  })

  test('a day ends at midnight, not after 24 hours', () => {
    const [firstDay, secondDay] = groupByDay([creation('b', noonMs - 11 * HOUR_MS), creation('a', noonMs - 13 * HOUR_MS)], noonMs)
    expect([firstDay?.daysAgo, secondDay?.daysAgo]).toEqual([0, 1])
  })
})
