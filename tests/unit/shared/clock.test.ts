import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#shared/clock.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const DAY_MS = 24 * 60 * 60 * 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a timer', () => {
  it('runs once after its delay', () => {
    const run = vi.fn<() => void>()
    systemClock.setTimer(run, 100)
    vi.advanceTimersByTime(99)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(run).toHaveBeenCalledOnce()
  })

  it('does not run after it was cancelled', () => {
    const run = vi.fn<() => void>()
    const cancel = systemClock.setTimer(run, 100)
    cancel()
    vi.advanceTimersByTime(1000)
    expect(run).not.toHaveBeenCalled()
  })

  it('of a month does not fire at once, as timers of more than 24 days do', () => {
    const run = vi.fn<() => void>()
    systemClock.setTimer(run, 30 * DAY_MS)
    vi.advanceTimersByTime(24 * DAY_MS)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(DAY_MS)
    expect(run).toHaveBeenCalledOnce()
  })
})

describe('a sleep', () => {
  it('ends with an abort and cancels its timer', async () => {
    const stop = new AbortController()
    const sleep = systemClock.sleep(DAY_MS, stop.signal)
    stop.abort()
    await sleep
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not begin with an aborted signal', async () => {
    await systemClock.sleep(DAY_MS, AbortSignal.abort())
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no listener on its signal', async () => {
    const signal = neverAborted()
    const addSpy = vi.spyOn(signal, 'addEventListener')
    const removeSpy = vi.spyOn(signal, 'removeEventListener')
    const sleep = systemClock.sleep(1, signal)
    vi.advanceTimersByTime(1)
    await sleep
    expect(addSpy).toHaveBeenCalledOnce()
    expect(removeSpy.mock.calls[0]?.slice(0, 2)).toEqual(addSpy.mock.calls[0]?.slice(0, 2))
  })
})
