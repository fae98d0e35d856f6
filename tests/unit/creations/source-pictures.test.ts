import { expect, test } from 'vitest'
import { followSourcePictures, variationOfTask } from '#src/creations/tasks/source-pictures.ts'
import { hubState } from '#src/store/state.ts'
import { batchTask, finishedTask, trackedBatch, work } from '../../fixtures/page/builders.ts'

test('the variation of a task is known while its end is announced, and never guessed where it could be another', () => {
  const tasks = ['a', 'b', 'c'].map((id) => batchTask({ id }))
  hubState.work = work({ batches: [trackedBatch({ tasks })], finished: [finishedTask({ taskId: 'c' })] })
  const stop = followSourcePictures()
  expect(['a', 'b', 'c'].map((id) => variationOfTask(id, 3))).toEqual([0, 1, 2])
  expect(variationOfTask('of a former visit', 3)).toBeNull()
  expect(variationOfTask('of a former visit', 1)).toBe(0)
  stop()
  hubState.work = work()
  followSourcePictures()()
})
