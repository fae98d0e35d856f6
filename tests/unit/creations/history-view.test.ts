import { expect, test } from 'vitest'
import { historyView } from '#src/creations/history/history-body.tsx'

test('the history is called empty only when the server has said so', () => {
  expect(historyView(0, 'ready', null)).toBe('empty')
  expect(historyView(0, 'loading', null)).toBe('loading')
  expect(historyView(0, 'stored', null)).toBe('loading')
})

test('a failed load shows a message when the list is empty, and leaves shown rows', () => {
  expect(historyView(0, 'loading', '40001')).toBe('failed')
  expect(historyView(0, 'ready', '40001')).toBe('failed')
  expect(historyView(1, 'loading', '40001')).toBe('list')
})
