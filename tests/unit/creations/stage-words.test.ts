import { expect, test } from 'vitest'
import { TASK_POLL_MS } from '#shared/domain/task.ts'
import { outboxStage, taskStage, timeLeft } from '#src/creations/tasks/stage-line.tsx'
import { batchTask, outboxItem } from '../../fixtures/page/builders.ts'

test('offline, a commit shows that it waits for the connection, in any state', () => {
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

test('a waiting task shows its position only when it is known', () => {
  expect(taskStage(batchTask({ status: 'PENDING', stage: 'queued', queuePosition: 3 })).values).toEqual({ position: 3 })
  expect(taskStage(batchTask({ status: 'PENDING', stage: 'queued' })).key).toBe('taskState.waiting')
})

test('a task whose engine is unavailable shows it, at any position', () => {
  const waitingTask = batchTask({ status: 'PENDING', stage: 'queued', queuePosition: 3, isEngineAway: true })
  expect(taskStage(waitingTask)).toEqual({ key: 'stage.engineAway' })
})

test('no running stage ever has an invented share', () => {
  for (const stage of ['queued', 'preparing', 'rendering', 'finishing', null] as const) {
    expect(taskStage(batchTask({ stage })).fraction).toBeUndefined()
  }
})

test('a running task shows the measured share and time left, and the end is all of it', () => {
  const measuredStage = { fraction: 0.4, stepMs: TASK_POLL_MS, leftMs: 9000 }
  expect(taskStage(batchTask({ progress: 0.4, leftMs: 9000 }))).toEqual({ key: 'stage.rendering', ...measuredStage })
  expect(taskStage(batchTask({ progress: 0.4 })).leftMs).toBeUndefined()
  expect(taskStage(batchTask({ stage: 'finishing', progress: 1 }))).toEqual({ key: 'stage.finishing', fraction: 1 })
})

test.each([
  [100, 'stage.secondsLeft', 1],
  [9200, 'stage.secondsLeft', 10],
  [10_100, 'stage.secondsLeft', 15],
  [54_000, 'stage.secondsLeft', 55],
  [55_100, 'stage.minutesLeft', 1],
  [61_000, 'stage.minutesLeft', 2],
])('%i ms left are shown as %s %i', (leftMs, key, n) => {
  expect(timeLeft(leftMs)).toEqual({ key, n })
})
