import { beforeEach, expect, test, vi } from 'vitest'
import type { MutationItem } from '#shared/contract/hub-contract.ts'
import { fail, ok } from '#shared/result.ts'
import { createVideoCancel, isCancelling } from '#src/creations/tasks/cancel-video.tsx'
import { hubState } from '#src/store/state.ts'
import { batchTask, finishedTask, trackedBatch, work } from '../../fixtures/page/builders.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'
import { setTexts } from '../platform/set-texts.ts'

const VIDEO = { taskId: 'task-1', points: 50, isBeingMade: true }
const sendingMutation: MutationItem = {
  id: 'm',
  mutation: { kind: 'cancel', taskId: 'task-1' },
  state: 'sending',
  createdAtMs: 1,
  error: null,
}

const deps = {
  ask: vi.fn(async () => true),
  press: vi.fn(),
  dropMutation: vi.fn(async () => ok(null)),
  readReturnLine: vi.fn(async () => ({ id: 'line', amount: 50, balance: 310 })),
  showToast: vi.fn(async () => undefined),
}
const cancel = createVideoCancel(deps)

setTexts({
  'tasks.cancelled': 'Cancelled',
  'tasks.notCancelled': 'Not cancelled',
  'tasks.returnedBalance': '{{points}} points returned. New balance: {{balance}}.',
})
restoreHub()

beforeEach(() => {
  vi.clearAllMocks()
  deps.ask.mockResolvedValue(true)
  deps.press.mockImplementation(async () => {
    hubState.work = work({ batches: [trackedBatch({ tasks: [batchTask()] })], mutations: [sendingMutation] })
    return { id: 'm', answer: ok(null) }
  })
})

test('a running video is only cancelled after a confirmation, a waiting one without a question', async () => {
  deps.ask.mockResolvedValue(false)
  await cancel(VIDEO)
  expect(deps.press).not.toHaveBeenCalled()
  void cancel({ ...VIDEO, isBeingMade: false })
  await vi.waitFor(() => expect(deps.press).toHaveBeenCalledWith({ kind: 'cancel', taskId: 'task-1' }))
  expect(deps.ask).toHaveBeenCalledTimes(1)
})

test('the result for the points shows once the server has accepted it', async () => {
  const cancelling = cancel(VIDEO)
  await vi.waitFor(() => expect(isCancelling(hubState.work, 'task-1')).toBe(true))
  expect(deps.showToast).not.toHaveBeenCalled()
  hubState.work = work()
  await cancelling
  expect(deps.showToast.mock.calls).toEqual([
    [{ id: 'work', color: 'success', title: 'Cancelled', description: '50 points returned. New balance: 310.' }, 'money'],
  ])
})

test('the result waits for a snapshot after the answer of the hub', async () => {
  hubState.work = work({ batches: [trackedBatch({ tasks: [batchTask()] })] })
  deps.press.mockResolvedValue({ id: 'm', answer: ok(null) })
  const cancelling = cancel(VIDEO)
  await Promise.resolve()
  hubState.work = work({ batches: [trackedBatch({ tasks: [batchTask()] })], mutations: [sendingMutation] })
  await Promise.resolve()
  hubState.work = work()
  await cancelling
  expect(deps.showToast).toHaveBeenCalledOnce()
})

test('where its end was faster no message mentions points', async () => {
  const cancelling = cancel(VIDEO)
  await vi.waitFor(() => expect(isCancelling(hubState.work, 'task-1')).toBe(true))
  hubState.work = work({ finished: [finishedTask({ taskId: 'task-1' })] })
  await cancelling
  expect(deps.showToast).not.toHaveBeenCalled()
})

test('a refusal shows its reason and is dismissed, and so is an unreachable hub', async () => {
  const cancelling = cancel(VIDEO)
  await vi.waitFor(() => expect(isCancelling(hubState.work, 'task-1')).toBe(true))
  hubState.work = work({ mutations: [{ ...sendingMutation, state: 'refused', error: { code: 'H5000', retry: 'never' } }] })
  await cancelling
  expect(deps.dropMutation).toHaveBeenCalledWith('m')
  deps.press.mockResolvedValue({ id: 'm', answer: fail({ code: 'hub_unreachable', retry: 'now' }) })
  await cancel(VIDEO)
  expect(deps.showToast.mock.calls.map(([toast]: unknown[]) => (toast as { title: string }).title)).toEqual([
    'Not cancelled',
    'Not cancelled',
  ])
})
