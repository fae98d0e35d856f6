import { describe, expect, it, vi } from 'vitest'
import { createListCache } from '#src/store/list-cache.ts'

const FRESH_MS = 1000

/** A list cache whose server answers when the test triggers it. */
function createWorld({ freshMs = 0, copyAtMs }: { readonly freshMs?: number; readonly copyAtMs?: number } = {}) {
  let nowMs = 10_000
  const shownLists: string[] = []
  const requests: ((isAnswered: boolean) => void)[] = []
  const cache = createListCache({
    nowMs: () => nowMs,
    freshMs,
    ...(copyAtMs === undefined
      ? {}
      : {
          async showCopy() {
            shownLists.push('copy')
            return copyAtMs
          },
        }),
    async ask({ isCurrent }) {
      const number = requests.length + 1
      const isAnswered = await new Promise<boolean>((resolve) => requests.push(resolve))
      if (isCurrent()) shownLists.push(isAnswered ? `answer ${number}` : `failure ${number}`)
      return isAnswered
    },
  })
  const waitForRequests = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count))
  return { cache, shownLists, requests, waitForRequests, passTime: (ms: number) => (nowMs += ms) }
}

describe('a list cache', () => {
  it('shares a running request, and sends a new one once it was answered', async () => {
    const { cache, requests, waitForRequests } = createWorld()
    const loads = Promise.all([cache.load(), cache.load()])
    requests[0]?.(true)
    await loads
    void cache.load()
    await waitForRequests(2)
  })

  it('requests nothing while its answer is fresh', async () => {
    const { cache, requests, waitForRequests, passTime } = createWorld({ freshMs: FRESH_MS })
    const firstLoad = cache.load()
    requests[0]?.(true)
    await firstLoad
    passTime(FRESH_MS - 1)
    await cache.load()
    expect(requests).toHaveLength(1)
    passTime(1)
    void cache.load()
    await waitForRequests(2)
  })

  it('counts a failure, and a clock that was set back, as no fresh answer', async () => {
    const { cache, requests, waitForRequests, passTime } = createWorld({ freshMs: FRESH_MS })
    const failedLoad = cache.load()
    requests[0]?.(false)
    await failedLoad
    const secondLoad = cache.load()
    await waitForRequests(2)
    requests[1]?.(true)
    await secondLoad
    passTime(-1)
    void cache.load()
    await waitForRequests(3)
  })

  it('shows a copy once, and sends a request only when that is old', async () => {
    const freshWorld = createWorld({ freshMs: FRESH_MS, copyAtMs: 10_000 - FRESH_MS + 1 })
    await freshWorld.cache.load()
    await freshWorld.cache.showCopyOnce()
    expect([freshWorld.shownLists, freshWorld.requests]).toEqual([['copy'], []])
    const oldWorld = createWorld({ freshMs: FRESH_MS, copyAtMs: 10_000 - FRESH_MS })
    const loading = oldWorld.cache.load()
    await oldWorld.waitForRequests(1)
    oldWorld.requests[0]?.(true)
    await loading
    expect(oldWorld.shownLists).toEqual(['copy', 'answer 1'])
  })

  it('searches for a copy again as long as there was none, since another tab may have stored one', async () => {
    let copies = 0
    const cache = createListCache({
      nowMs: () => 0,
      ask: async () => false,
      async showCopy() {
        copies += 1
        return copies === 1 ? undefined : 0
      },
    })
    await cache.load()
    await cache.load()
    await cache.load()
    expect(copies).toBe(2)
  })

  it('sends one more request, once only, when a reload meets a request that may be too old', async () => {
    const { cache, shownLists, requests, waitForRequests } = createWorld({ freshMs: FRESH_MS })
    const oldLoad = cache.load()
    const reloads = Promise.all([cache.reload(), cache.reload(), cache.load()])
    requests[0]?.(true)
    await oldLoad
    await waitForRequests(2)
    requests[1]?.(true)
    await reloads
    expect(shownLists).toEqual(['answer 1', 'answer 2'])
    await cache.load()
    expect(requests).toHaveLength(2)
  })

  it('does not count as fresh an answer that expired in transit', async () => {
    const { cache, requests, waitForRequests } = createWorld({ freshMs: FRESH_MS })
    const oldLoad = cache.load()
    cache.expire()
    requests[0]?.(true)
    await oldLoad
    void cache.load()
    await waitForRequests(2)
  })

  it('makes a reload wait for other work on the list', async () => {
    const { cache, requests, waitForRequests } = createWorld()
    let endWork = (): void => undefined
    const otherWork = cache.run(() => new Promise<void>((resolve) => (endWork = resolve)))
    expect(cache.runningWork()).toBe(otherWork)
    const reloading = cache.reload()
    expect(requests).toHaveLength(0)
    endWork()
    await waitForRequests(1)
    requests[0]?.(true)
    await reloading
    expect(cache.runningWork()).toBeUndefined()
  })

  it('ignores answers to requests from before the reset, and reads the copy anew', async () => {
    const { cache, shownLists, requests, waitForRequests } = createWorld({ copyAtMs: 0 })
    const loadBefore = cache.load()
    const queuedReload = cache.reload()
    cache.forget()
    const loadAfter = cache.load()
    await waitForRequests(2)
    requests[0]?.(true)
    await loadBefore
    await queuedReload
    requests[1]?.(true)
    await loadAfter
    expect(shownLists).toEqual(['copy', 'copy', 'answer 2'])
    expect(requests).toHaveLength(2)
  })

  it('requests nothing for a list that was reset while its copy was read', async () => {
    const { cache, requests } = createWorld({ freshMs: FRESH_MS, copyAtMs: 0 })
    const loadBefore = cache.load()
    cache.forget()
    await loadBefore
    expect(requests).toHaveLength(0)
  })

  it('does not count a copy as fresh that was read before the reset', async () => {
    const copiesAtMs = [10_000, 0]
    let requestCount = 0
    const cache = createListCache({
      nowMs: () => 10_000,
      freshMs: FRESH_MS,
      showCopy: async () => copiesAtMs.shift(),
      async ask() {
        requestCount += 1
        return true
      },
    })
    const loadBefore = cache.showCopyOnce()
    cache.forget()
    const loadAfter = cache.load()
    await loadBefore
    await loadAfter
    expect(requestCount).toBe(1)
  })

  it('needs no request when the copy it reads after the reset is fresh', async () => {
    const { cache, shownLists, requests } = createWorld({ freshMs: FRESH_MS, copyAtMs: 10_000 })
    await cache.load()
    cache.forget()
    await cache.load()
    expect([shownLists, requests]).toEqual([['copy', 'copy'], []])
  })

  it('sends a request although the copy is fresh when it expired while that was read', async () => {
    const { cache, waitForRequests } = createWorld({ freshMs: FRESH_MS, copyAtMs: 10_000 })
    void cache.load()
    cache.expire()
    await waitForRequests(1)
  })

  it('neither ends nor freshens a request with the answer to one from before the reset', async () => {
    const { cache, requests, waitForRequests } = createWorld({ freshMs: FRESH_MS })
    const loadBefore = cache.load()
    cache.forget()
    const loadAfter = cache.load()
    await waitForRequests(2)
    requests[0]?.(true)
    await loadBefore
    expect(cache.runningWork()).toBe(loadAfter)
    requests[1]?.(false)
    await loadAfter
    void cache.load()
    await waitForRequests(3)
  })

  it('sends a request after the reset, for any fresh answer and any queued work', async () => {
    const { cache, requests, waitForRequests } = createWorld({ freshMs: FRESH_MS })
    const firstLoad = cache.load()
    void cache.reload()
    cache.forget()
    const secondLoad = cache.load()
    const reloadAfter = cache.reload()
    requests[0]?.(true)
    requests[1]?.(true)
    await Promise.all([firstLoad, secondLoad])
    await waitForRequests(3)
    requests[2]?.(true)
    await reloadAfter
    cache.forget()
    void cache.load()
    await waitForRequests(4)
  })

  it('sends a request after other work that failed, and after work that began when the list had expired', async () => {
    const { cache, waitForRequests, requests } = createWorld()
    const failedWork = cache.run(() => Promise.reject(new Error('no page')))
    const reloading = cache.reload()
    await expect(failedWork).rejects.toThrow('no page')
    await waitForRequests(1)
    requests[0]?.(true)
    await reloading
    cache.expire()
    void cache.run(async () => undefined)
    void cache.load()
    await waitForRequests(2)
  })
})
