import { describe, expect, it } from 'vitest'
import {
  BATCH_RETENTION_MS,
  isFinished,
  isGenerating,
  RESTORE_WINDOW_MS,
  TASK_POLL_MS,
  TASK_STATES,
  UNDO_DELETE_MS,
} from '#shared/domain/task.ts'

describe('task states', () => {
  it('TASK_POLL_MS is 3000 and batches are polled for an hour', () => {
    expect([TASK_POLL_MS, BATCH_RETENTION_MS]).toEqual([3000, 3_600_000])
  })

  it('UNDO_DELETE_MS is 10 s, well within RESTORE_WINDOW_MS of 10 min', () => {
    expect([UNDO_DELETE_MS, RESTORE_WINDOW_MS]).toEqual([10_000, 600_000])
  })

  it('count waiting and processing as generating, success and failure as finished', () => {
    expect(TASK_STATES.filter(isGenerating)).toEqual(['PENDING', 'PROCESSING'])
    expect(TASK_STATES.filter(isFinished)).toEqual(['SUCCESS', 'FAILED'])
  })
})
