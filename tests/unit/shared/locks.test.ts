import { beforeEach, describe, expect, it, vi } from 'vitest'
import { heldLocks, inTurn, lockReleased } from '#shared/browser/locks.ts'

type Request = (name: string, work: () => unknown) => Promise<unknown>

const request = vi.fn<Request>()

const brokenOff = () => Promise.reject(new DOMException('The page was kept for the way back.', 'AbortError'))
const denied = () => Promise.reject(new DOMException('No cookies, no locks.', 'SecurityError'))

beforeEach(() => {
  request.mockReset().mockImplementation(async (_name, work) => work())
  vi.stubGlobal('navigator', { locks: { request, query: denied } })
})

describe('waiting for the end of a holder', () => {
  it('goes on where the browser breaks it off, as WebKit does on a way back', async () => {
    request.mockImplementationOnce(brokenOff).mockImplementationOnce(brokenOff)
    await lockReleased('node')
    expect(request).toHaveBeenCalledTimes(3)
  })

  it('never ends where locks are denied', async () => {
    request.mockImplementation(denied)
    const ended = vi.fn()
    void lockReleased('node').then(ended)
    await new Promise((resolve) => setTimeout(resolve))
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('work in turn', () => {
  it('is done once when its waiting was broken off', async () => {
    request.mockImplementationOnce(brokenOff)
    const work = vi.fn(async () => 'done')
    expect(await inTurn('turn', work)).toBe('done')
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is not done again when the lock was lost in the middle of it', async () => {
    request.mockImplementationOnce((_name, work) => {
      void work()
      return brokenOff()
    })
    const work = vi.fn(async () => 'done')
    expect(await inTurn('turn', work)).toBe('done')
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is done without a lock where locks are denied', async () => {
    request.mockImplementation(denied)
    expect(await inTurn('turn', async () => 'done')).toBe('done')
  })

  it('fails as the work fails', async () => {
    await expect(inTurn('turn', brokenOff)).rejects.toMatchObject({ name: 'AbortError' })
    expect(request).toHaveBeenCalledTimes(1)
  })
})

it('knows of no holder where locks are denied', async () => {
  expect(await heldLocks()).toEqual([])
})
