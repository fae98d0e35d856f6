import { useEffect } from 'react'
import type { AppErrorCode } from '#shared/result.ts'
import type { ArticleTag } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/detail-path.ts'
import { type ItemHead, shownItem } from '#src/creations/shown-item.ts'
import { type TopicResult, tagOf, topicResult } from './topic-result.ts'
import { ONLY_QUERY, articleAnswers, listAnswers, listKey, tagAnswers, useAnswer } from './article-answers.ts'

export type Topic =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly problem: AppErrorCode; readonly retry: () => void }
  | { readonly phase: 'found'; readonly result: TopicResult; readonly tags: readonly ArticleTag[] }

const NOT_FOUND_CODE = 'H4001'

/** The tag or article at an address below `/resource`. An article is requested only if no tag has the address. */
export function useTopic(slug: string): Topic {
  const { value: tagList, problem: tagProblem } = useAnswer(tagAnswers, ONLY_QUERY)
  const tags = tagList?.data ?? []
  const tag = tagOf(slug, tags)
  const articleKey = tagList === undefined || tag !== undefined ? null : slug
  const { value: article, problem: articleProblem } = useAnswer(articleAnswers, articleKey)
  const label = article?.articleLabels[0]
  const listTag = tag ?? tags.find(({ tagTitle }) => tagTitle === label)
  const { value: firstPage } = useAnswer(listAnswers, listTag === undefined ? null : listKey(resourceSlug(listTag), 1))
  const result = topicResult({ slug, tags, detail: article, firstPage })
  if (result.isTagDetail || result.isArticleDetail) return { phase: 'found', result, tags }
  if (article !== undefined || articleProblem === NOT_FOUND_CODE) return { phase: 'missing' }
  const problem = tagProblem ?? articleProblem
  if (problem === null) return { phase: 'loading' }
  return { phase: 'failed', problem, retry: () => void (tagList === undefined ? tagAnswers.need(ONLY_QUERY) : articleAnswers.need(slug)) }
}

/** Sets the document's head for an article or tag. `head` is null while the article or tag is unknown. */
export function useArticleHead(head: ItemHead | null): void {
  const { name = '', description = '', canonical = null } = head ?? {}
  const isKnown = head !== null
  useEffect(() => {
    if (!isKnown) return
    shownItem.head = { name, description, canonical }
    return () => {
      shownItem.head = null
    }
  }, [isKnown, name, description, canonical])
}
