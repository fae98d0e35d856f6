import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { commitToastId } from '#shared/domain/toast-rules.ts'
import { followFinishNotices } from '#src/creations/tasks/finish-notices.ts'
import { createReturnLines } from '#src/creations/tasks/return-lines.ts'
import { hubState } from '#src/store/state.ts'
import { setPreference } from '#src/store/preferences.ts'
import { addTrackSink } from '#src/reporting/track.ts'
import { setTexts } from '../platform/set-texts.ts'
import { finishedTask, settings, work } from '../../fixtures/page/builders.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

const [claimNotice, prepareToasts, showToast, showNotification] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
const [readLedger, track] = [vi.fn(), vi.fn()]

setTexts({
  'tasks.returned': 'returned {{points}}',
  'tasks.returnedBalance': 'returned {{points}} of {{balance}}',
})
restoreHub()
afterAll(addTrackSink(track))

let page: EventTarget & { visibilityState: DocumentVisibilityState }
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
  vi.stubGlobal('Notification', { permission: 'granted' })
  setPreference('notices', 'on')
  showNotification.mockResolvedValue(true)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

function followTask(taskId: string): void {
  hubState.work = work({ finished: [finishedTask({ taskId, settings: { ...settings, prompt: 'push in slowly' } })] })
  startFollowing()
}

function startFollowing(): void {
  stop = followFinishNotices({
    claim: claimNotice,
    toasts: { prepareToasts, showToast },
    loadNotifications: async () => ({ showNotification }),
    returnLine: createReturnLines(readLedger).readReturnLine,
  })
}

function setVisibility(visibilityState: DocumentVisibilityState): void {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

test('a notice whose claim did not reach the hub is claimed again, and shown once', async () => {
  claimNotice.mockResolvedValueOnce(null).mockResolvedValue(true)
  followTask('unreached')
  await vi.advanceTimersByTimeAsync(60_000)
  setVisibility('visible')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(claimNotice.mock.calls).toEqual([
    ['unreached', 'toast'],
    ['unreached', 'toast'],
  ])
  expect(showToast).toHaveBeenCalledTimes(1)
})

test('a notice whose toast fails to load now is not claimed, and shown when it loads', async () => {
  claimNotice.mockResolvedValue(true)
  prepareToasts.mockRejectedValueOnce(new Error('offline'))
  followTask('unfetched')
  await vi.advanceTimersByTimeAsync(1000)
  expect(claimNotice).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(claimNotice).toHaveBeenCalledTimes(1)
  expect(showToast).toHaveBeenCalledTimes(1)
})

test('a notice that another tab shows is neither shown nor claimed again', async () => {
  claimNotice.mockResolvedValue(false)
  followTask('taken')
  await vi.advanceTimersByTimeAsync(60_000)
  setVisibility('visible')
  expect(claimNotice).toHaveBeenCalledTimes(1)
  expect(showToast).not.toHaveBeenCalled()
})

test('a hidden tab shows a system notification, and nothing else when it is visible later', async () => {
  claimNotice.mockResolvedValue(true)
  page.visibilityState = 'hidden'
  followTask('hidden')
  await vi.advanceTimersByTimeAsync(0)
  setVisibility('visible')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(claimNotice.mock.calls).toEqual([['hidden', 'notification']])
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('taskSuccessfully', {
    body: 'push in slowly',
    tag: 'hidden',
    data: { path: '/tools/image-to-video-generator/hidden/batch-1' },
  })
  expect(showToast).not.toHaveBeenCalled()
})

test('a hidden tab that was refused, because another one is visible, shows a toast once it is visible', async () => {
  claimNotice.mockResolvedValueOnce(false).mockResolvedValue(true)
  page.visibilityState = 'hidden'
  followTask('refused')
  await vi.advanceTimersByTimeAsync(0)
  setVisibility('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(claimNotice.mock.calls).toEqual([
    ['refused', 'notification'],
    ['refused', 'toast'],
  ])
  expect(showToast).toHaveBeenCalledTimes(1)
  expect(showNotification).not.toHaveBeenCalled()
})

test.each([
  ['the browser was not asked', 'default', 'on'],
  ['the person said not now', 'granted', 'off'],
] as const)('a hidden tab claims nothing when %s', async (_why, permission, notices) => {
  vi.stubGlobal('Notification', { permission })
  setPreference('notices', notices)
  page.visibilityState = 'hidden'
  followTask(`silent-${permission}`)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(claimNotice).not.toHaveBeenCalled()
})

test('a notification that the browser finally refuses becomes a toast', async () => {
  claimNotice.mockResolvedValue(true)
  showNotification.mockResolvedValue(false)
  page.visibilityState = 'hidden'
  followTask('no-notification')
  await vi.advanceTimersByTimeAsync(0)
  expect(showToast).toHaveBeenCalledTimes(1)
})

test('a failure shows its cause and the balance after the refund, whatever the balance is now', async () => {
  claimNotice.mockResolvedValue(true)
  const refundLine = { kind: 'return', taskId: 'broken', id: '7', amount: 50, balance: 310, occurredAt: 0, note: '' }
  const lines = [
    { ...refundLine, id: '9', kind: 'grant', balance: 710 },
    refundLine,
    { ...refundLine, id: '6', kind: 'hold', balance: 260 },
  ]
  readLedger.mockResolvedValue(ok({ data: lines, hasNext: false }))
  hubState.credits = { points: 710, held: 0 }
  hubState.work = work({ finished: [finishedTask({ taskId: 'broken', status: 'FAILED', errorMsg: 'No light in it.' })] })
  startFollowing()
  await vi.advanceTimersByTimeAsync(0)
  expect(showToast).toHaveBeenCalledWith({
    color: 'error',
    title: 'taskFailed',
    description: 'No light in it. returned 50 of 310',
  })
})

test('a failure without a readable ledger line shows no balance', async () => {
  claimNotice.mockResolvedValue(true)
  readLedger.mockResolvedValue(fail({ code: '40001', retry: 'later' }))
  hubState.work = work({ finished: [finishedTask({ taskId: 'unread', status: 'FAILED' })] })
  startFollowing()
  await vi.advanceTimersByTimeAsync(0)
  expect(showToast.mock.lastCall?.[0]).toMatchObject({ description: 'tasks.failedUnknown returned 50' })
})

test('an end that a push has announced is reported as use, seen or not, and shown by nobody else', async () => {
  claimNotice.mockResolvedValueOnce(null).mockResolvedValueOnce(true).mockResolvedValue(false)
  vi.stubGlobal('Notification', { permission: 'default' })
  page.visibilityState = 'hidden'
  hubState.work = work({ finished: [finishedTask({ taskId: 'pushed', announcedBy: 'push' })] })
  startFollowing()
  await vi.advanceTimersByTimeAsync(0)
  expect(track).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(track.mock.calls).toEqual([['create_result', { name: 'image', result: 'success' }]])
  setVisibility('visible')
  hubState.work = work({
    finished: [finishedTask({ taskId: 'pushed', announcedBy: 'push' }), finishedTask({ taskId: 'elsewhere', announcedBy: 'push' })],
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(claimNotice.mock.calls).toEqual([
    ['pushed', 'usage'],
    ['pushed', 'usage'],
    ['elsewhere', 'usage'],
  ])
  expect([track.mock.calls.length, showToast.mock.calls, showNotification.mock.calls]).toEqual([1, [], []])
})

test('an end that a tab announces is reported once', async () => {
  claimNotice.mockResolvedValue(true)
  readLedger.mockResolvedValue(fail({ code: '40001', retry: 'later' }))
  hubState.work = work({ finished: [finishedTask({ taskId: 'counted', status: 'FAILED', errorMsg: null })] })
  startFollowing()
  await vi.advanceTimersByTimeAsync(0)
  hubState.work = work({ finished: [finishedTask({ taskId: 'counted', status: 'FAILED', errorMsg: null, announcedBy: 'usage:tab-1' })] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(track.mock.calls).toEqual([['create_result', { name: 'image', result: 'fail', fail_reason: 'unknown' }]])
})

test('a success replaces the toast of its commit; a failure ends that toast and stays beside a later success', async () => {
  claimNotice.mockResolvedValue(true)
  readLedger.mockResolvedValue(fail('offline'))
  const commitId = 'commit-1'
  const id = commitToastId(commitId)
  const failedTask = finishedTask({ taskId: 'of-two-1', commitId, status: 'FAILED', errorMsg: 'Too dark.' })
  hubState.work = work({ finished: [failedTask, finishedTask({ taskId: 'of-two-2', commitId })] })
  startFollowing()
  await vi.advanceTimersByTimeAsync(1000)
  expect(showToast.mock.calls).toHaveLength(3)
  expect(showToast).toHaveBeenCalledWith({ subjectId: commitId, id, color: 'success', title: 'taskSuccessfully' })
  expect(showToast).toHaveBeenCalledWith({ id, open: false })
  expect(showToast).toHaveBeenCalledWith({ subjectId: commitId, color: 'error', title: 'taskFailed', description: 'Too dark. returned 50' })
})
