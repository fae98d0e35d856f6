import { expect, test } from 'vitest'
import { outboxStage, taskStage } from '#src/creations/tasks/stage-line.tsx'
import { batchTask, outboxItem } from '../../fixtures/page/builders.ts'

test('offline, a commit says that it waits for the connection, whatever it was doing', () => {
  expect(outboxStage(outboxItem({ state: 'preparing', sentBytes: 5, totalBytes: 10 }), false).key).toBe('stage.waitingConnection')
})

test('an upload shows its measured share and nothing before there is one', () => {
  expect(outboxStage(outboxItem({ state: 'preparing' }), true)).toEqual({ key: 'stage.waitingTurn' })
  expect(outboxStage(outboxItem({ state: 'preparing', sentBytes: 5, totalBytes: 10 }), true)).toEqual({
    key: 'stage.uploading',
    values: { percent: 50 },
    fraction: 0.5,
  })
})

test('a waiting task says its position only when it is known', () => {
  expect(taskStage(batchTask({ status: 'PENDING', stage: 'queued', queuePosition: 3 })).values).toEqual({ position: 3 })
  expect(taskStage(batchTask({ status: 'PENDING', stage: 'queued' })).key).toBe('taskState.waiting')
})

test('no running stage ever carries an invented share', () => {
  for (const stage of ['queued', 'preparing', 'rendering', 'finishing', null] as const) {
    expect(taskStage(batchTask({ stage })).fraction).toBeUndefined()
  }
})
