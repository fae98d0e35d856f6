import { describe, expect, test } from 'vitest'
import { workSignals, countUnderWay, workState, workSummary } from '#src/creations/tasks/work-summary.ts'
import { batchTask, finishedTask, outboxItem, settings, trackedBatch, work } from '../../fixtures/page/builders.ts'

const threeVideos = { ...settings, videoNum: 3 } as const
const refusedItem = outboxItem({ id: 'refused', state: 'refused', settings: threeVideos })
const runningBatch = trackedBatch({ tasks: [batchTask(), batchTask({ id: 'task-2' }), batchTask({ id: 'task-3', status: 'SUCCESS' })] })

describe('the summary of the work', () => {
  test('a commit counts with its number of videos, by its progress', () => {
    const outbox = [
      outboxItem({ id: 'a', settings: threeVideos }),
      outboxItem({ id: 'b', state: 'sending' }),
      outboxItem({ id: 'c', state: 'unknown' }),
      outboxItem({ id: 'd', state: 'preparing', settings: threeVideos }),
    ]
    expect(workSummary(work({ outbox }))).toEqual({ waiting: 5, uploading: 3, running: 0, ready: 0, failed: 0 })
  })

  test('a batch counts its generating videos, without cancelled or ended ones', () => {
    const batch = trackedBatch({ tasks: [...runningBatch.tasks, batchTask({ id: 'task-4', status: 'CANCELLED' })] })
    expect(workSummary(work({ batches: [batch] })).running).toBe(2)
    expect(workSummary(work({ batches: [batch], finished: [finishedTask()] }))).toMatchObject({ running: 1, ready: 1 })
  })

  test('ends count until they are dismissed, a refused commit as one', () => {
    const finished = [finishedTask(), finishedTask({ taskId: 'b', status: 'FAILED' })]
    expect(workSummary(work({ finished, outbox: [refusedItem] }))).toMatchObject({ waiting: 0, ready: 1, failed: 2 })
    const dismissedTasks = [finishedTask({ isDismissed: true }), finishedTask({ taskId: 'b', status: 'FAILED', isDismissed: true })]
    expect(workSummary(work({ finished: dismissedTasks }))).toMatchObject({ ready: 0, failed: 0 })
  })

  test('running work shows before failures, failures before ready videos', () => {
    const stateOf = (change: Parameters<typeof work>[0]) => workState(workSummary(work(change)))
    const finished = [finishedTask({ taskId: 'ready' })]
    expect(stateOf({})).toBe('idle')
    expect(stateOf({ finished })).toBe('ready')
    expect(stateOf({ finished, outbox: [refusedItem] })).toBe('failed')
    expect(stateOf({ finished, outbox: [refusedItem], batches: [runningBatch] })).toBe('running')
    expect(countUnderWay(workSummary(work({ outbox: [outboxItem()], batches: [runningBatch] })))).toBe(3)
  })
})

describe('the browser’s tab and badge', () => {
  test('show nothing when no work runs and everything was seen', () => {
    expect(workSignals(work())).toEqual({ titleKey: 'title.plain', underWay: 0, dot: 'idle', badge: 0 })
  })

  test('have the count in the title while work runs, and a ready video beside it', () => {
    expect(workSignals(work({ batches: [runningBatch] }))).toMatchObject({ titleKey: 'title.running', underWay: 2, dot: 'running' })
    const runningAndReady = work({ batches: [runningBatch], finished: [finishedTask({ taskId: 'ready' })] })
    expect(workSignals(runningAndReady)).toMatchObject({ titleKey: 'title.readyRunning', underWay: 2, badge: 1 })
    expect(workSignals(work({ finished: [finishedTask()] }))).toMatchObject({ titleKey: 'title.ready', dot: 'ready', badge: 1 })
  })

  test('have the number of unseen ends in the badge, failed ones too', () => {
    const finished = [finishedTask(), finishedTask({ taskId: 'b', status: 'FAILED' }), finishedTask({ taskId: 'c', isDismissed: true })]
    expect(workSignals(work({ finished, outbox: [refusedItem] })).badge).toBe(3)
  })
})
