import { describe, expect, it, vi } from 'vitest'
import { createListCache } from '#src/store/list-cache.ts'

const FRESH_MS = 1000

/** A list cache whose server answers when the test triggers it. */
function world({ freshMs = 0, copyAtMs }: { readonly freshMs?: number; readonly copyAtMs?: number } = {}) {
  let nowMs = 10_000
  const shown: string[] = []
  const questions: ((isAnswered: boolean) => void)[] = []
  const cache = createListCache({
    nowMs: () => nowMs,
    freshMs,
    ...(copyAtMs === undefined
      ? {}
      : {
          async showCopy() {
            shown.push('copy')
            return copyAtMs
          },
        }),
    async ask({ isCurrent }) {
      const number = questions.length + 1
      const isAnswered = await new Promise<boolean>((resolve) => questions.push(resolve))
      if (isCurrent()) shown.push(isAnswered ? `answer ${number}` : `failure ${number}`)
      return isAnswered
    },
  })
  const asked = (count: number) => vi.waitFor(() => expect(questions).toHaveLength(count))
  return { cache, shown, questions, asked, pass: (ms: number) => (nowMs += ms) }
}

describe('a list cache', () => {
  it('shares a running request, and sends a new one once it was answered', async () => {
    const { cache, questions, asked } = world()
    const both = Promise.all([cache.load(), cache.load()])
    questions[0]?.(true)
    await both
    void cache.load()
    await asked(2)
  })

  it('requests nothing while its answer is fresh', async () => {
    const { cache, questions, asked, pass } = world({ freshMs: FRESH_MS })
    const first = cache.load()
    questions[0]?.(true)
    await first
    pass(FRESH_MS - 1)
    await cache.load()
    expect(questions).toHaveLength(1)
    pass(1)
    void cache.load()
    await asked(2)
  })

  it('counts a failure, and a clock that was set back, as no fresh answer', async () => {
    const { cache, questions, asked, pass } = world({ freshMs: FRESH_MS })
    const failed = cache.load()
    questions[0]?.(false)
    await failed
    const second = cache.load()
    await asked(2)
    questions[1]?.(true)
    await second
    pass(-1)
    void cache.load()
    await asked(3)
  })

  it('shows a copy once, and sends a request only when that is old', async () => {
    const fresh = world({ freshMs: FRESH_MS, copyAtMs: 10_000 - FRESH_MS + 1 })
    await fresh.cache.load()
    await fresh.cache.showCopyOnce()
    expect([fresh.shown, fresh.questions]).toEqual([['copy'], []])
    const old = world({ freshMs: FRESH_MS, copyAtMs: 10_000 - FRESH_MS })
    const loaded = old.cache.load()
    await old.asked(1)
    old.questions[0]?.(true)
    await loaded
    expect(old.shown).toEqual(['copy', 'answer 1'])
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
    const { cache, shown, questions, asked } = world({ freshMs: FRESH_MS })
    const old = cache.load()
    const anew = Promise.all([cache.reload(), cache.reload(), cache.load()])
    questions[0]?.(true)
    await old
    await asked(2)
    questions[1]?.(true)
    await anew
    expect(shown).toEqual(['answer 1', 'answer 2'])
    await cache.load()
    expect(questions).toHaveLength(2)
  })

  it('does not count as fresh an answer that expired in transit', async () => {
    const { cache, questions, asked } = world({ freshMs: FRESH_MS })
    const old = cache.load()
    cache.expire()
    questions[0]?.(true)
    await old
    void cache.load()
    await asked(2)
  })

  it('makes a reload wait for other work on the list', async () => {
    const { cache, questions, asked } = world()
    let end = (): void => undefined
    const more = cache.run(() => new Promise<void>((resolve) => (end = resolve)))
    expect(cache.runningWork()).toBe(more)
    const reloaded = cache.reload()
    expect(questions).toHaveLength(0)
    end()
    await asked(1)
    questions[0]?.(true)
    await reloaded
    expect(cache.runningWork()).toBeUndefined()
  })

  it('ignores answers to requests from before the reset, and reads the copy anew', async () => {
    const { cache, shown, questions, asked } = world({ copyAtMs: 0 })
    const before = cache.load()
    const queued = cache.reload()
    cache.forget()
    const after = cache.load()
    await asked(2)
    questions[0]?.(true)
    await before
    await queued
    questions[1]?.(true)
    await after
    expect(shown).toEqual(['copy', 'copy', 'answer 2'])
    expect(questions).toHaveLength(2)
  })

  it('requests nothing for a list that was reset while its copy was read', async () => {
    const { cache, questions } = world({ freshMs: FRESH_MS, copyAtMs: 0 })
    const before = cache.load()
    cache.forget()
    await before
    expect(questions).toHaveLength(0)
  })

  it('does not count a copy as fresh that was read before the reset', async () => {
    const copiesAtMs = [10_000, 0]
    let questions = 0
    const cache = createListCache({
      nowMs: () => 10_000,
      freshMs: FRESH_MS,
      showCopy: async () => copiesAtMs.shift(),
      async ask() {
        questions += 1
        return true
      },
    })
    const before = cache.showCopyOnce()
    cache.forget()
    const after = cache.load()
    await before
    await after
    expect(questions).toBe(1)
  })

  it('needs no request when the copy it reads after the reset is fresh', async () => {
    const { cache, shown, questions } = world({ freshMs: FRESH_MS, copyAtMs: 10_000 })
    await cache.load()
    cache.forget()
    await cache.load()
    expect([shown, questions]).toEqual([['copy', 'copy'], []])
  })

  it('sends a request although the copy is fresh when it expired while that was read', async () => {
    const { cache, asked } = world({ freshMs: FRESH_MS, copyAtMs: 10_000 })
    void cache.load()
    cache.expire()
    await asked(1)
  })

  it('neither ends nor freshens a request with the answer to one from before the reset', async () => {
    const { cache, questions, asked } = world({ freshMs: FRESH_MS })
    const before = cache.load()
    cache.forget()
    const after = cache.load()
    await asked(2)
    questions[0]?.(true)
    await before
    expect(cache.runningWork()).toBe(after)
    questions[1]?.(false)
    await after
    void cache.load()
    await asked(3)
  })

  it('sends a request after the reset, for any fresh answer and any queued work', async () => {
    const { cache, questions, asked } = world({ freshMs: FRESH_MS })
    const first = cache.load()
    void cache.reload()
    cache.forget()
    const second = cache.load()
    const third = cache.reload()
    questions[0]?.(true)
    questions[1]?.(true)
    await Promise.all([first, second])
    await asked(3)
    questions[2]?.(true)
    await third
    cache.forget()
    void cache.load()
    await asked(4)
  })

  it('sends a request after other work that failed, and after work that began when the list had expired', async () => {
    const { cache, asked, questions } = world()
    const failed = cache.run(() => Promise.reject(new Error('no page')))
    const reloaded = cache.reload()
    await expect(failed).rejects.toThrow('no page')
    await asked(1)
    questions[0]?.(true)
    await reloaded
    cache.expire()
    void cache.run(async () => undefined)
    void cache.load()
    await asked(2)
  })
})
