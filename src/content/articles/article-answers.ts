import { useCallback, useSyncExternalStore } from 'react'
import { type Call, callPath } from '#shared/api/define-call.ts'
import { getArticle, getArticles, getArticleTags } from '#shared/api/articles.ts'
import { ARTICLE_PAGE_SIZE, HOT_ARTICLES } from '#shared/domain/article-rules.ts'
import { onGalleryUpdate } from '#src/browser/service-worker-messages.ts'
import { api } from '#src/hub-client/api.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { type Answer, type Answers, createAnswers } from './answer-cache.ts'

/** The key of `tagAnswers` and `hotAnswers`, which have one query each. */
export const ONLY_QUERY = 'all'

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

/** The key of a page in the list of a tag; `seoPath` is '' for all articles. */
export function listKey(seoPath: string, page: number): string {
  return `${page} ${seoPath}`
}

const ANSWERS_BY_CALL: readonly (readonly [Pick<Call, 'base' | 'path'>, readonly { renew(): void }[]])[] = [
  [getArticleTags, [tagAnswers]],
  [getArticles, [listAnswers, hotAnswers]],
  [getArticle, [articleAnswers]],
]

onGalleryUpdate((path) => {
  for (const [call, answers] of ANSWERS_BY_CALL) if (callPath(call) === path) for (const each of answers) each.renew()
})

let wasOnline = hubState.connection.isOnline
subscribeKeys(hubState, ['connection'], () => {
  const { isOnline } = hubState.connection
  if (isOnline && !wasOnline) for (const [, answers] of ANSWERS_BY_CALL) for (const each of answers) each.renew()
  wasOnline = isOnline
})

const NO_ANSWER = { value: undefined, problem: null } as const

/** The answer for a key. While a component uses the answer, it is loaded again after each `renew`. Without a key, nothing is requested. */
export function useAnswer<T>(answers: Answers<T>, key: string | null): Answer<T> {
  const subscribeToAnswer = useCallback((onChange: () => void) => (key === null ? doNothing : answers.watch(key, onChange)), [answers, key])
  const readAnswer = () => (key === null ? NO_ANSWER : answers.get(key))
  return useSyncExternalStore(subscribeToAnswer, readAnswer, readAnswer)
}

function doNothing(): void {}
