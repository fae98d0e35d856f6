import { expect, test } from 'vitest'
import { firstWords } from '#src/creations/tasks/finish-notices.ts'
import { moveTargets, workSections } from '#src/creations/list-work.ts'
import { batchTask, finishedTask, outboxItem, trackedBatch, work } from '../../fixtures/page/builders.ts'

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

test('each piece of work is in one section, waiting commits in their sending order', () => {
  const sections = workSections(
    work({
      outbox: [
        outboxItem({ id: 'second', createdAtMs: 9 }),
        outboxItem({ id: 'upload', state: 'preparing' }),
        outboxItem({ id: 'third', state: 'unknown', createdAtMs: 1 }),
        outboxItem({ id: 'refused', state: 'refused' }),
      ],
      batches: [trackedBatch({ tasks: [batchTask(), batchTask({ id: 'ready', status: 'SUCCESS' })] })],
      finished: [finishedTask({ taskId: 'ready' }), finishedTask({ taskId: 'failed', status: 'FAILED' })],
    }),
  )
  expect(ids(sections.waiting)).toEqual(['second', 'third'])
  expect(ids(sections.uploading)).toEqual(['upload'])
  expect(ids(sections.refused)).toEqual(['refused'])
  expect(sections.running.map(({ task }) => task.id)).toEqual(['task-1'])
  expect(sections.ready.map(({ taskId }) => taskId)).toEqual(['ready'])
  expect(sections.failed.map(({ taskId }) => taskId)).toEqual(['failed'])
})

test('a seen video and a dismissed failure are not listed, the newest of the others is first', () => {
  const { ready } = workSections(
    work({
      finished: [
        finishedTask({ taskId: 'old', finishedAtMs: 1 }),
        finishedTask({ taskId: 'seen', isDismissed: true }),
        finishedTask({ taskId: 'new', finishedAtMs: 2 }),
      ],
    }),
  )
  expect(ready.map(({ taskId }) => taskId)).toEqual(['new', 'old'])
})

test('a commit moves by one among the movable ones', () => {
  const waitingItems = ['a', 'b', 'c'].map((id) => outboxItem({ id }))
  expect(moveTargets(waitingItems, 'a')).toEqual({ up: undefined, down: 'c' })
  expect(moveTargets(waitingItems, 'b')).toEqual({ up: 'a', down: null })
  expect(moveTargets(waitingItems, 'c')).toEqual({ up: 'b', down: undefined })
})

test('a commit that is being sent blocks no move and retains its position', () => {
  const waitingItems = [outboxItem({ id: 'sent', isEditable: false }), outboxItem({ id: 'a' }), outboxItem({ id: 'b' })]
  expect(moveTargets(waitingItems, 'sent')).toEqual({ up: undefined, down: undefined })
  expect(moveTargets(waitingItems, 'a')).toEqual({ up: undefined, down: null })
  expect(moveTargets([outboxItem({ id: 'only' })], 'only')).toEqual({ up: undefined, down: undefined })
})

test('the first words of a prompt end at a word', () => {
  expect(firstWords('  slow push in\n towards the house ')).toBe('slow push in towards the house')
  expect(firstWords('drift '.repeat(30))).toMatch(/^(drift ){12}drift…$/)
  expect(firstWords('')).toBe('')
})
