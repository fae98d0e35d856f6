import { useCallback, useSyncExternalStore } from 'react'
import { type Call, callPath } from '#shared/api/define-call.ts'
import { getArticle, getArticles, getArticleTags } from '#shared/api/articles.ts'
import { ARTICLE_PAGE_SIZE, HOT_ARTICLES, ARTICLES_FRESH_MS } from '#shared/domain/article-rules.ts'
import { onGalleryUpdate } from '#src/platform/service-worker-messages.ts'
import { api } from '#src/platform/api.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { subscribe } from '#src/platform/state.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { Result } from '#shared/result.ts'
import { type ListCache, createListCache } from '#src/platform/list-cache.ts'

/** The key of singletons. */
export const ALL = 'all'

export const tagAnswers = createAnswers({ ask: () => api.call(getArticleTags, {}), nowMs: Date.now })
export const hotAnswers = createAnswers({
  ask: () => api.call(getArticles, { only: 'hot', curPage: 1, pageSize: HOT_ARTICLES }),
  nowMs: Date.now,
})
export const articleAnswers = createAnswers({ ask: (seoPath) => api.call(getArticle, { seoPath }), nowMs: Date.now })
export const listAnswers = createAnswers({
  ask: (key) => {
    const [page = '', seoPath = ''] = key.split(' ')
    return api.call(getArticles, { seoPath, curPage: Number(page), pageSize: ARTICLE_PAGE_SIZE })
  },
  nowMs: Date.now,
})

/** The key of a page of a tag's list; '' is all articles. */
export function listKey(seoPath: string, page: number): string {
  return `${page} ${seoPath}`
}

const BY_CALL: readonly (readonly [Pick<Call, 'base' | 'path'>, readonly { renew(): void }[]])[] = [
  [getArticleTags, [tagAnswers]],
  [getArticles, [listAnswers, hotAnswers]],
  [getArticle, [articleAnswers]],
]

onGalleryUpdate((path) => {
  for (const [call, answers] of BY_CALL) if (callPath(call) === path) for (const each of answers) each.renew()
})

let wasOnline = hubState.connection.isOnline
subscribe(hubState, () => {
  const { isOnline } = hubState.connection
  if (isOnline && !wasOnline) for (const [, answers] of BY_CALL) for (const each of answers) each.renew()
  wasOnline = isOnline
})

const NOT_ASKED = { value: undefined, problem: null } as const

/** An answer that is loaded while it is shown; nothing without a key. */
export function useAnswer<T>(answers: Answers<T>, key: string | null): Answer<T> {
  const follow = useCallback((onChange: () => void) => (key === null ? nothing : answers.watch(key, onChange)), [answers, key])
  const current = () => (key === null ? NOT_ASKED : answers.get(key))
  return useSyncExternalStore(follow, current, current)
}

function nothing(): void {}

/** The state of one query. An answer stays while it is loaded again. */
interface Answer<T> {
  readonly value: T | undefined
  /** Why the last load failed. */
  readonly problem: AppErrorCode | null
}

interface Answers<T> {
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
