import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { commitToastId } from '#shared/domain/toast-rules.ts'
import { announceOutcome } from '#src/creations/announce-commit.ts'
import { hubState } from '#src/store/state.ts'
import { addTrackSink } from '#src/reporting/track.ts'
import { setTexts } from '../platform/set-texts.ts'
import { outboxItem, trackedBatch, work } from '../../fixtures/page/builders.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

setTexts({ 'beautyError.H4044': 'sentence of H4044' })
restoreHub()
const track = vi.fn()
afterAll(addTrackSink(track))

/** All toasts of one commit have the same id, so each one replaces the one before. */
const TOAST_IDS = { id: commitToastId('commit-1'), subjectId: 'commit-1' }

const notify = vi.fn(async () => undefined)
const titles = () => notify.mock.calls.map(([notice]: unknown[]) => (notice as { title: string }).title)

beforeEach(() => {
  notify.mockClear()
  track.mockClear()
  hubState.work = work({ outbox: [outboxItem()] })
})

test('online, no message shows before the server has accepted', async () => {
  const announcement = announceOutcome('commit-1', notify)
  await vi.waitFor(() => expect(hubState.work.outbox).toHaveLength(1))
  expect(titles()).toEqual([])
  hubState.work = work({ batches: [trackedBatch()] })
  await announcement
  expect(titles()).toEqual(['taskCommitted'])
})

test('offline, a message shows at once that it waits, and another one later that it was accepted', async () => {
  hubState.connection = { isOnline: false }
  const announcement = announceOutcome('commit-1', notify)
  expect(titles()).toEqual(['stage.waitingConnection'])
  hubState.work = work({ batches: [trackedBatch()] })
  await announcement
  expect(titles()).toEqual(['stage.waitingConnection', 'taskCommitted'])
})

test('a refusal shows its reason, a discarded commit shows nothing', async () => {
  hubState.work = work({ outbox: [outboxItem({ state: 'refused', error: { code: 'H4044', retry: 'never' } })] })
  await announceOutcome('commit-1', notify)
  expect(notify.mock.calls).toEqual([[{ ...TOAST_IDS, color: 'error', title: 'taskCommitFailed', description: 'sentence of H4044' }]])
  notify.mockClear()
  hubState.work = work({ outbox: [outboxItem()] })
  const announcement = announceOutcome('commit-1', notify)
  await Promise.resolve()
  hubState.work = work()
  await announcement
  expect(notify).not.toHaveBeenCalled()
})

test('a refusal with an unknown code shows the words of the server', async () => {
  hubState.work = work({
    outbox: [outboxItem({ state: 'refused', error: { code: 'H5001', retry: 'never', message: 'Closed on Sundays' } })],
  })
  await announceOutcome('commit-1', notify)
  expect(notify.mock.calls).toEqual([[{ ...TOAST_IDS, color: 'error', title: 'taskCommitFailed', description: 'Closed on Sundays' }]])
})

test('a commit that is sent again shows its new end, not the refusal that is still visible', async () => {
  const refusedState = { state: 'refused', error: { code: 'H4044', retry: 'never' } } as const
  hubState.work = work({ outbox: [outboxItem(refusedState)] })
  const announcement = announceOutcome('commit-1', notify, { isAgain: true })
  await Promise.resolve()
  hubState.work = work({ outbox: [outboxItem()] })
  await Promise.resolve()
  expect(titles()).toEqual([])
  hubState.work = work({ batches: [trackedBatch()] })
  await announcement
  expect(titles()).toEqual(['taskCommitted'])
})

test('where nothing can be stored, a waiting commit shows no claim of a copy on the device', async () => {
  hubState.connection = { isOnline: false }
  hubState.storage = { problem: 'storage_full' }
  const announcement = announceOutcome('commit-1', notify)
  hubState.work = work({ batches: [trackedBatch()] })
  await announcement
  expect(notify.mock.calls[0]).toEqual([{ ...TOAST_IDS, color: 'info', title: 'stage.waitingConnection', description: 'work.waitsOpen' }])
})

test('a refusal of the server is reported as a failure, with the sent settings and the state at the press', async () => {
  const formValues = { name: 'image', parameter_time: '6s', setting_video: '720p', setting_number: 1, relevance: 0.5 } as const
  const announcement = announceOutcome('commit-1', notify, {
    trackedForm: { ...formValues, prompt: 'before', explore: 'e1', checkcredits: 'enough' },
  })
  await Promise.resolve()
  expect(track).not.toHaveBeenCalled()
  hubState.work = work({ outbox: [outboxItem({ state: 'refused', error: { code: 'H4045', retry: 'never' } })] })
  await announcement
  const sentValues = { ...formValues, prompt: 'push in', fail_reason: 'H4045' }
  expect(track.mock.calls).toEqual([['create_fail', { ...sentValues, explore: 'e1', checkcredits: 'enough' }]])
  await announceOutcome('commit-1', notify)
  expect(track.mock.calls[1]).toEqual(['create_fail', sentValues])
})

test('an accepted or discarded commit is no failure', async () => {
  hubState.work = work({ batches: [trackedBatch()] })
  await announceOutcome('commit-1', notify)
  hubState.work = work({ outbox: [outboxItem()] })
  const announcement = announceOutcome('commit-1', notify)
  await Promise.resolve()
  hubState.work = work()
  await announcement
  expect(track).not.toHaveBeenCalled()
})
