import { describe, expect, test } from 'vitest'
import { listWork, missingCreationIds, workOfCommit } from '#src/creations/list-work.ts'
import { batchTask, finishedTask, outboxItem, trackedBatch, work } from '../../fixtures/page/builders.ts'

const noIds = new Set<string>()
const cardsOf = (...list: Parameters<typeof listWork>) => listWork(...list).map(({ kind, key }) => `${kind} ${key}`)

describe('the cards of running work', () => {
  test('a commit, then its running task, then the ready video each have exactly one card', () => {
    expect(cardsOf(work({ outbox: [outboxItem()] }), noIds)).toEqual(['outbox commit-1'])
    expect(cardsOf(work({ batches: [trackedBatch()] }), noIds)).toEqual(['running task-1'])
    expect(cardsOf(work({ finished: [finishedTask()] }), noIds)).toEqual(['arriving task-1'])
  })

  test('a finished task retains its card until its creation is there, and loses it then', () => {
    const snapshot = work({ finished: [finishedTask()] })
    expect(cardsOf(snapshot, noIds)).toEqual(['arriving task-1'])
    expect(cardsOf(snapshot, new Set(['task-1']))).toEqual([])
  })

  test('a task that has ended while its batch goes on is shown once', () => {
    const batch = trackedBatch({ tasks: [batchTask({ status: 'SUCCESS' }), batchTask({ id: 'task-2' })] })
    expect(cardsOf(work({ batches: [batch], finished: [finishedTask()] }), noIds)).toEqual(['running task-2', 'arriving task-1'])
    expect(cardsOf(work({ batches: [batch], finished: [finishedTask()] }), new Set(['task-1']))).toEqual(['running task-2'])
  })

  test('a failure stays until it is dismissed', () => {
    const failedTask = finishedTask({ status: 'FAILED' })
    expect(cardsOf(work({ finished: [failedTask] }), noIds)).toEqual(['failed task-1'])
    expect(cardsOf(work({ finished: [{ ...failedTask, isDismissed: true }] }), noIds)).toEqual([])
  })

  test('a ready video whose creation is deleted is dismissed and not requested again', () => {
    const dismissedWork = work({ finished: [finishedTask({ isDismissed: true })] })
    expect(cardsOf(dismissedWork, noIds)).toEqual([])
    expect(missingCreationIds(dismissedWork, noIds)).toEqual([])
  })

  test('a cancelled task has no card', () => {
    expect(cardsOf(work({ batches: [trackedBatch({ tasks: [batchTask({ status: 'CANCELLED' })] })] }), noIds)).toEqual([])
  })

  test('newest first within each stage', () => {
    const outbox = [outboxItem({ id: 'old', createdAtMs: 1 }), outboxItem({ id: 'new', createdAtMs: 2 })]
    expect(cardsOf(work({ outbox }), noIds)).toEqual(['outbox new', 'outbox old'])
  })

  test('only ready videos without a creation are fetched', () => {
    const finished = [finishedTask(), finishedTask({ taskId: 'task-2' }), finishedTask({ taskId: 'task-3', status: 'FAILED' })]
    expect(missingCreationIds(work({ finished }), new Set(['task-1']))).toEqual(['task-2'])
  })
})

describe('the work of one commit', () => {
  const workOf = (snapshot: Parameters<typeof workOfCommit>[0]) => workOfCommit(snapshot, 'commit-1')

  test('is found unsent, running and ended, and not among others', () => {
    expect(workOf(work({ outbox: [outboxItem()] }))?.kind).toBe('outbox')
    expect(workOf(work({ batches: [trackedBatch()] }))?.kind).toBe('running')
    expect(workOf(work({ finished: [finishedTask({ commitId: 'commit-1' })] }))?.kind).toBe('ended')
    expect(workOf(work({ outbox: [outboxItem({ id: 'other' })], finished: [finishedTask()] }))).toBeNull()
  })

  test('of several videos is the most advanced one, then a successful one', () => {
    const tasks = [batchTask({ id: 'a', progress: 0.2 }), batchTask({ id: 'b', progress: 0.6 }), batchTask({ id: 'c' })]
    const endedTasks = [
      finishedTask({ taskId: 'c', commitId: 'commit-1', status: 'FAILED' }),
      finishedTask({ taskId: 'd', commitId: 'commit-1' }),
    ]
    expect(workOf(work({ batches: [trackedBatch({ tasks })], finished: endedTasks }))).toMatchObject({ kind: 'running', task: { id: 'b' } })
    expect(workOf(work({ finished: endedTasks }))).toMatchObject({ kind: 'ended', finished: { taskId: 'd' } })
  })

  test('that was cancelled is none', () => {
    expect(workOf(work({ batches: [trackedBatch({ tasks: [batchTask({ status: 'CANCELLED' })] })] }))).toBeNull()
  })
})
