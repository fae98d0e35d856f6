import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type LockOptions, acquiredLocks, holdLock, withLock, waitForLockRelease } from '#shared/browser/locks.ts'

type Work = () => unknown
type Request = (name: string, ...rest: [Work] | [LockOptions, Work]) => Promise<unknown>

const request = vi.fn<Request>()

const brokenOff = () => Promise.reject(new DOMException('The page was kept for the way back.', 'AbortError'))
const denied = () => Promise.reject(new DOMException('No cookies, no locks.', 'SecurityError'))

beforeEach(() => {
  request.mockReset().mockImplementation(async (_name, ...rest) => (rest.at(-1) as Work)())
  vi.stubGlobal('navigator', { locks: { request, query: denied } })
})

describe('waiting for the end of a holder', () => {
  it('continues where the browser aborts it, as WebKit does on a step back', async () => {
    request.mockImplementationOnce(brokenOff).mockImplementationOnce(brokenOff)
    await waitForLockRelease('node')
    expect(request).toHaveBeenCalledTimes(3)
  })

  it('ends for a stopped caller', async () => {
    const stopped = new AbortController()
    request.mockImplementation(async () => {
      stopped.abort()
      return brokenOff()
    })
    const ended = vi.fn()
    void waitForLockRelease('node', stopped.signal).then(ended)
    await new Promise((resolve) => setTimeout(resolve))
    expect(request).toHaveBeenCalledOnce()
    expect(ended).not.toHaveBeenCalled()
  })

  it('never ends where locks are denied', async () => {
    request.mockImplementation(denied)
    const ended = vi.fn()
    void waitForLockRelease('node').then(ended)
    await new Promise((resolve) => setTimeout(resolve))
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('a lock with an owner', () => {
  it('is released once its owner has stopped', async () => {
    const stopped = new AbortController()
    await holdLock('node', stopped.signal)
    const releaseHold = vi.fn()
    const [acquired] = request.mock.results
    void Promise.resolve(acquired?.value).then(releaseHold)
    await new Promise((resolve) => setTimeout(resolve))
    expect(releaseHold).not.toHaveBeenCalled()
    stopped.abort()
    await vi.waitFor(() => expect(releaseHold).toHaveBeenCalledOnce())
  })
})

describe('work in turn', () => {
  it('runs once when its wait was aborted', async () => {
    request.mockImplementationOnce(brokenOff)
    const work = vi.fn(async () => 'done')
    expect(await withLock('turn', work)).toBe('done')
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('does not run again when the lock was lost in the middle of it', async () => {
    request.mockImplementationOnce((_name, ...rest) => {
      void (rest.at(-1) as Work)()
      return brokenOff()
    })
    const work = vi.fn(async () => 'done')
    expect(await withLock('turn', work)).toBe('done')
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('runs without a lock where locks are denied', async () => {
    request.mockImplementation(denied)
    expect(await withLock('turn', async () => 'done')).toBe('done')
  })

  it('fails as the work fails', async () => {
    await expect(withLock('turn', brokenOff)).rejects.toMatchObject({ name: 'AbortError' })
    expect(request).toHaveBeenCalledTimes(1)
  })
})

it('has no owner where locks are denied', async () => {
  expect(await acquiredLocks()).toEqual([])
})
