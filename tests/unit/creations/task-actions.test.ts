import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTaskActions } from '#src/creations/tasks/task-actions.ts'
import { hubState } from '#src/store/state.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import type { CommitIntent } from '#shared/contract/commit-contract.ts'
import { fail, ok } from '#shared/result.ts'
import { addTrackSink } from '#src/reporting/track.ts'
import { setTexts } from '../platform/set-texts.ts'
import { finishedTask, outboxItem, settings, trackedBatch, work } from '../../fixtures/page/builders.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

const announceOutcome = vi.fn(async () => undefined)
const showToast = vi.fn(async () => undefined)
const hubCommands = {
  retry: vi.fn(),
  edit: vi.fn(),
  commit: vi.fn(),
  dismissFinished: vi.fn(),
  move: vi.fn(),
  discard: vi.fn(),
  resume: vi.fn(async () => undefined),
}
const [track, fetchMedia, newId, owner] = [vi.fn(), vi.fn(), vi.fn<() => string>(), vi.fn(() => 'ann')]
const { editCommit, retryFailed, retryRefused } = createTaskActions({
  hub: hubCommands,
  announceOutcome,
  showToast,
  fetchMedia,
  newId,
  owner,
  withLock: (_, work) => work(),
})

setTexts()
restoreHub()
afterAll(addTrackSink(track))

beforeEach(() => {
  vi.clearAllMocks()
  newId.mockReturnValue('press')
  owner.mockReturnValue('ann')
  hubCommands.retry.mockResolvedValue(ok(null))
  hubCommands.edit.mockResolvedValue(ok(null))
  hubCommands.commit.mockResolvedValue(ok({ id: 'x' }))
  fetchMedia.mockImplementation(async (url: string) => ok(new Blob([url])))
  hubState.work = work({ outbox: [outboxItem({ id: 'refused', state: 'refused' }), outboxItem({ id: 'waiting' })] })
})

test('the result of a refused commit that is sent again is shown', async () => {
  await retryRefused('refused')
  await editCommit('refused', { settings, priceCeiling: 70 })
  expect(announceOutcome.mock.calls).toEqual([
    ['refused', showToast, { isAgain: true }],
    ['refused', showToast, { isAgain: true }],
  ])
})

test('a waiting commit that is changed is shown by the tab that changed it', async () => {
  await editCommit('waiting', { settings, priceCeiling: 70 })
  expect(announceOutcome).not.toHaveBeenCalled()
})

test('a failure that only the history has is committed anew with the size of its picture', async () => {
  const close = vi.fn()
  vi.stubGlobal(
    'createImageBitmap',
    vi.fn(async () => ({ width: 640, height: 480, close })),
  )
  await retryFailed(finishedTask({ status: 'FAILED', width: 0, height: 0 }))
  expect((hubCommands.commit.mock.calls[0] as [CommitIntent])[0].picture).toMatchObject({ width: 640, height: 480 })
  expect(close).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a failed video is not committed anew for another user who logged in while its picture loaded', async () => {
  fetchMedia.mockImplementation(async () => {
    owner.mockReturnValue('bob')
    return ok(new Blob(['picture']))
  })
  await retryFailed(finishedTask({ status: 'FAILED' }))
  expect([hubCommands.commit.mock.calls, showToast.mock.calls]).toEqual([[], []])
})

test('only one message follows a commit that could not be sent again', async () => {
  hubCommands.retry.mockResolvedValue({ ok: false, error: { code: 'H4021', retry: 'never' } })
  await retryRefused('refused')
  expect(announceOutcome).not.toHaveBeenCalled()
  expect(showToast).toHaveBeenCalledTimes(1)
})

test('a failed start and end frame is committed anew with both pictures, its own kind and its seed', async () => {
  const lastSource = { url: '/media/b.jpg', width: 800, height: 600 }
  const seededSettings = { ...settings, seed: 5 }
  await retryFailed(finishedTask({ bizType: 'HEAD_TAIL', status: 'FAILED', settings: seededSettings, lastSource }))
  const [intent] = hubCommands.commit.mock.calls[0] as [CommitIntent]
  expect(intent).toMatchObject({ id: 'retry-task-1-press', bizType: 'HEAD_TAIL', settings: seededSettings, priceCeiling: 50 })
  expect(await intent.picture.blob.text()).toBe('/media/a.jpg')
  expect(await intent.lastPicture?.blob.text()).toBe('/media/b.jpg')
  expect(intent.lastPicture).toMatchObject({ width: 800, height: 600, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(hubCommands.dismissFinished).toHaveBeenCalledWith('task-1')
})

test('a failed video that is made anew is reported as a commit, with the number of videos its balance pays for', async () => {
  const task = finishedTask({ status: 'FAILED', settings: { ...settings, videoNum: 3 } })
  const payload = { name: 'image', prompt: 'push in', parameter_time: '6s', setting_video: '720p', setting_number: 1, relevance: 0.5 }
  for (const credits of [null, { points: 100, held: 0 }, { points: 99, held: 0 }]) {
    hubState.credits = credits
    hubState.work = work({ outbox: [outboxItem()] })
    await retryFailed(task)
  }
  hubState.credits = null
  const commits = ['unknown', 'enough', 'short'].map((checkcredits) => Object.assign({ checkcredits }, payload))
  expect(track.mock.calls).toEqual(commits.map((commit) => ['create_commit', commit]))
  expect(announceOutcome.mock.calls.at(0)).toEqual(['retry-task-1-press', showToast, { trackedForm: commits[0] }])
  track.mockClear()
  hubCommands.commit.mockResolvedValue(fail({ code: 'storage_full', retry: 'never' }))
  await retryFailed(task)
  expect(track.mock.calls).toEqual([['create_fail', { ...commits[0], fail_reason: 'storage_full' }]])
})

test('one of several videos is committed anew as another variation, and a template with its effect', async () => {
  const effect = { ...settings, seed: 5, videoNum: 3 as const, templateId: 'an-effect', aiMusic: 0 as const }
  await retryFailed(finishedTask({ bizType: 'TEMPLATE', status: 'FAILED', settings: effect }))
  const [intent] = hubCommands.commit.mock.calls[0] as [CommitIntent]
  expect(intent.settings).toEqual({ ...effect, seed: undefined, videoNum: 1 })
  expect(intent.lastPicture).toBeUndefined()
})

describe('a repeated failed video', () => {
  const failedTask = finishedTask({ status: 'FAILED' })
  const ids = () => (hubCommands.commit.mock.calls as [CommitIntent][]).map(([{ id }]) => id)

  test('is another commit with each press once the one before has ended', async () => {
    newId.mockReturnValueOnce('first').mockReturnValueOnce('second')
    await retryFailed(failedTask)
    await retryFailed(failedTask)
    expect(ids()).toEqual(['retry-task-1-first', 'retry-task-1-second'])
  })

  test('is the same request as long as its commit waits or its video is made, and shows it', async () => {
    const waitingWork = { outbox: [outboxItem({ id: 'retry-task-1-first', state: 'unknown' })] }
    const runningWork = { batches: [trackedBatch({ commitId: 'retry-task-1-first' })] }
    for (const repeatedWork of [waitingWork, runningWork]) {
      hubState.work = work(repeatedWork)
      await retryFailed(failedTask)
    }
    expect(hubCommands.commit).not.toHaveBeenCalled()
    expect((showToast.mock.calls as unknown as [ToastContent][]).map(([{ id, color }]) => [id, color])).toEqual([
      ['work', 'info'],
      ['work', 'info'],
    ])
  })

  test('does not wait for a refused commit, nor for another video', async () => {
    hubState.work = work({
      outbox: [outboxItem({ id: 'retry-task-1-first', state: 'refused' }), outboxItem({ id: 'retry-task-10-first' })],
    })
    await retryFailed(failedTask)
    expect(ids()).toEqual(['retry-task-1-press'])
  })

  test('is the same commit where the hub did not answer the earlier press, which it may have received', async () => {
    newId.mockReturnValueOnce('first').mockReturnValueOnce('second')
    hubCommands.commit.mockResolvedValueOnce(fail({ code: 'hub_unreachable', retry: 'now' }))
    await retryFailed(failedTask)
    await retryFailed(failedTask)
    await retryFailed(failedTask)
    expect(ids()).toEqual(['retry-task-1-first', 'retry-task-1-first', 'retry-task-1-second'])
  })
})

test('nothing is committed when one of its pictures fails to load', async () => {
  fetchMedia.mockImplementation(async (url: string) =>
    url === '/media/b.jpg' ? fail({ code: 'H4001', retry: 'never' }) : ok(new Blob([url])),
  )
  const lastSource = { url: '/media/b.jpg', width: 800, height: 600 }
  await retryFailed(finishedTask({ bizType: 'HEAD_TAIL', status: 'FAILED', lastSource }))
  expect(hubCommands.commit).not.toHaveBeenCalled()
  expect(hubCommands.dismissFinished).not.toHaveBeenCalled()
  expect(showToast).toHaveBeenCalledTimes(1)
})
