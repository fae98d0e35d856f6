import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followFinishNotices } from '#src/features/tasks/finish-notices.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { finishedTask, work } from './builders.ts'

const claimNotice = vi.hoisted(() => vi.fn())
const showToast = vi.hoisted(() => vi.fn())

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: { api: { claimNotice } } }))
vi.mock('#src/ui/toast.ts', () => ({ showToast }))
vi.mock('#src/lib/track.ts', () => ({ track: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a notice whose claim did not reach the hub is claimed again, and shown once', async () => {
  claimNotice.mockResolvedValueOnce(null).mockResolvedValue(true)
  hubState.work = work({ finished: [finishedTask({ taskId: 'unreached' })] })
  const stop = followFinishNotices()
  await vi.advanceTimersByTimeAsync(60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(60_000)
  stop()
  expect(claimNotice).toHaveBeenCalledTimes(2)
  expect(showToast).toHaveBeenCalledTimes(1)
})

test('a notice that another tab shows is neither shown nor claimed again', async () => {
  claimNotice.mockResolvedValue(false)
  hubState.work = work({ finished: [finishedTask({ taskId: 'taken' })] })
  const stop = followFinishNotices()
  await vi.advanceTimersByTimeAsync(60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  stop()
  expect(claimNotice).toHaveBeenCalledTimes(1)
  expect(showToast).not.toHaveBeenCalled()
})
