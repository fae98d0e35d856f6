import type { AppErrorCode, Result } from '#shared/result.ts'
import { ARTICLES_FRESH_MS } from '#shared/domain/article-rules.ts'
import { type ListCache, createListCache } from '#src/store/list-cache.ts'

/** The state of one query. The answer stays during a reload. */
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
  readonly cache: ListCache
  readonly watchers: Set<() => void>
}

interface AnswersDeps<T> {
  readonly ask: (key: string) => Promise<Result<T>>
  readonly nowMs: () => number
}

/** Answers of the server by query, fresh for ARTICLES_FRESH_MS. */
export function createAnswers<T>({ ask, nowMs }: AnswersDeps<T>): Answers<T> {
  const entries = new Map<string, Entry<T>>()

  function entryOf(key: string): Entry<T> {
    const known = entries.get(key) ?? createEntry(key)
    entries.set(key, known)
    return known
  }

  function createEntry(key: string): Entry<T> {
    const watchers = new Set<() => void>()
    const show = (answer: Answer<T>) => {
      entry.answer = answer
      for (const report of watchers) report()
    }
    const cache = createListCache({
      nowMs,
      freshMs: ARTICLES_FRESH_MS,
      async ask() {
        if (entry.answer.problem !== null) show({ ...entry.answer, problem: null })
        const result = await ask(key)
        show(result.ok ? { value: result.value, problem: null } : { ...entry.answer, problem: result.error.code })
        return result.ok
      },
    })
    const entry: Entry<T> = { answer: { value: undefined, problem: null }, cache, watchers }
    return entry
  }

  return {
    get: (key) => entryOf(key).answer,
    need: (key) => entryOf(key).cache.load(),
    watch(key, onChange) {
      const { cache, watchers } = entryOf(key)
      watchers.add(onChange)
      void cache.load()
      return () => watchers.delete(onChange)
    },
    renew() {
      for (const { cache, watchers } of entries.values()) {
        cache.expire()
        if (watchers.size > 0) void cache.load()
      }
    },
  }
}
