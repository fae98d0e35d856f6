import type { AppErrorCode } from '#shared/app-error.ts'
import type { Result } from '#shared/result.ts'
import { ARTICLES_FRESH_MS } from '#shared/domain/article-rules.ts'

/** The state of one query. An answer stays while it is loaded again. */
export interface Answer<T> {
  readonly value: T | undefined
  /** Why the last load failed. */
  readonly problem: AppErrorCode | null
}

export interface Answers<T> {
  get(key: string): Answer<T>
  /** Loads a query that is not fresh. Never rejects. */
  need(key: string): Promise<void>
  /** Loads now and whenever it becomes outdated; calls back on each change. Returns a function that stops it. */
  watch(key: string, onChange: () => void): () => void
  /** Marks everything as outdated; watched queries are loaded again. */
  renew(): void
}

interface Entry<T> {
  answer: Answer<T>
  askedAtMs: number
  /** The running request has become outdated. */
  isOutdated: boolean
  asking: Promise<void> | undefined
  readonly watchers: Set<() => void>
}

interface AnswersDeps<T> {
  readonly ask: (key: string) => Promise<Result<T>>
  readonly nowMs: () => number
}

/** Answers of the server by query, fresh for ARTICLES_FRESH_MS. Concurrent loads of a query are shared. */
export function createAnswers<T>({ ask, nowMs }: AnswersDeps<T>): Answers<T> {
  const entries = new Map<string, Entry<T>>()

  function entryOf(key: string): Entry<T> {
    const known = entries.get(key) ?? {
      answer: { value: undefined, problem: null },
      askedAtMs: -Infinity,
      isOutdated: false,
      asking: undefined,
      watchers: new Set(),
    }
    entries.set(key, known)
    return known
  }

  function show(entry: Entry<T>, answer: Answer<T>): void {
    entry.answer = answer
    for (const tell of entry.watchers) tell()
  }

  async function askNow(key: string, entry: Entry<T>): Promise<void> {
    if (entry.answer.problem !== null) show(entry, { ...entry.answer, problem: null })
    const askedAtMs = nowMs()
    entry.isOutdated = false
    const result = await ask(key)
    if (result.ok && !entry.isOutdated) entry.askedAtMs = askedAtMs
    show(entry, result.ok ? { value: result.value, problem: null } : { ...entry.answer, problem: result.error.code })
    if (entry.isOutdated && entry.watchers.size > 0) await askNow(key, entry)
  }

  function need(key: string): Promise<void> {
    const entry = entryOf(key)
    const ageMs = nowMs() - entry.askedAtMs
    if (ageMs >= 0 && ageMs < ARTICLES_FRESH_MS) return Promise.resolve()
    entry.asking ??= askNow(key, entry).finally(() => (entry.asking = undefined))
    return entry.asking
  }

  return {
    get: (key) => entryOf(key).answer,
    need,
    watch(key, onChange) {
      const { watchers } = entryOf(key)
      watchers.add(onChange)
      void need(key)
      return () => watchers.delete(onChange)
    },
    renew() {
      for (const [key, entry] of entries) {
        Object.assign(entry, { askedAtMs: -Infinity, isOutdated: true })
        if (entry.watchers.size > 0) void need(key)
      }
    },
  }
}
