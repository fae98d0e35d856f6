import type { AppErrorCode, Result } from '#shared/result.ts'
import { ARTICLES_FRESH_MS } from '#shared/domain/article-rules.ts'
import { type ListCache, createListCache } from '#src/store/list-cache.ts'

/** What is known about one query. The value stays during a reload. */
export interface Answer<T> {
  readonly value: T | undefined
  /** The error of the last load; null if the load succeeded or is still running. */
  readonly problem: AppErrorCode | null
}

export interface Answers<T> {
  get(key: string): Answer<T>
  /** Requests an answer if it is not fresh. Never rejects. */
  need(key: string): Promise<void>
  /**
   * Requests the answer now unless it is fresh, and after each `renew`. `onChange` is called on each change. The returned function
   * unsubscribes.
   */
  watch(key: string, onChange: () => void): () => void
  /** Marks all answers as outdated. Watched answers are requested again. */
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

/** The server's answers by query. An answer is fresh for ARTICLES_FRESH_MS. */
export function createAnswers<T>({ ask, nowMs }: AnswersDeps<T>): Answers<T> {
  const entries = new Map<string, Entry<T>>()

  function entryOf(key: string): Entry<T> {
    const entry = entries.get(key) ?? createEntry(key)
    entries.set(key, entry)
    return entry
  }

  function createEntry(key: string): Entry<T> {
    const watchers = new Set<() => void>()
    const setAnswer = (answer: Answer<T>) => {
      entry.answer = answer
      for (const notify of watchers) notify()
    }
    const cache = createListCache({
      nowMs,
      freshMs: ARTICLES_FRESH_MS,
      async ask() {
        if (entry.answer.problem !== null) setAnswer({ ...entry.answer, problem: null })
        const result = await ask(key)
        setAnswer(result.ok ? { value: result.value, problem: null } : { ...entry.answer, problem: result.error.code })
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
