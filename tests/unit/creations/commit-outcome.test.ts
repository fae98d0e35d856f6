import { expect, test } from 'vitest'
import { outcomeOf } from '#src/creations/announce-commit.ts'
import { outboxItem, trackedBatch, work } from '../../fixtures/page/builders.ts'

test('a commit is open until the server accepts or rejects it', () => {
  expect(outcomeOf(work(), 'commit-1', false)).toBeUndefined()
  expect(outcomeOf(work({ outbox: [outboxItem({ state: 'sending' })] }), 'commit-1', true)).toBeUndefined()
})

test('a row that became a batch was accepted', () => {
  expect(outcomeOf(work({ batches: [trackedBatch()] }), 'commit-1', true)).toEqual({ kind: 'accepted' })
})

test('a refused row has the code of the refusal', () => {
  const error = { code: 'H4044', retry: 'never' } as const
  const refusedItem = outboxItem({ state: 'refused', error })
  expect(outcomeOf(work({ outbox: [refusedItem] }), 'commit-1', true)).toEqual({ kind: 'refused', error })
})

test('a row that vanished without a batch was discarded', () => {
  expect(outcomeOf(work(), 'commit-1', true)).toEqual({ kind: 'gone' })
})
