import type { ReactElement } from 'react'
import type { ArticleCard, ArticleList, ArticleTag } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/resource-path.ts'
import { useText } from '#src/lib/i18n.ts'
import { listAnswers, listKey } from './article-answers.ts'
import { ArticleGrid } from './article-grid.tsx'
import styles from './related-articles.module.css'
import { useAnswer } from './use-answer.ts'

const MOST = 3

interface RelatedArticlesProps {
  readonly article: ArticleCard
  readonly labels: readonly ArticleTag[]
  /** Of the article's first tag. */
  readonly firstPage: ArticleList | null
}

/** What else has the same tags: the first one's articles, then, where these are few, the second one's. */
export function RelatedArticles({ article, labels: [, second], firstPage }: RelatedArticlesProps): ReactElement | null {
  const text = useText()
  const near = relatedTo(article, firstPage?.data ?? [])
  const isEnough = firstPage === null || near.length >= MOST
  const more = useAnswer(listAnswers, isEnough || second === undefined ? null : listKey(resourceSlug(second), 1))
  const others = relatedTo(article, [...near, ...(more.value?.data ?? [])]).slice(0, MOST)
  const isWaiting = !isEnough && second !== undefined && more.value === undefined && more.problem === null
  if (others.length === 0 || isWaiting) return null
  return (
    <section className={styles['section']} aria-labelledby="related-articles">
      <h2 id="related-articles" className={styles['title']}>
        {text('resource.related')}
      </h2>
      <ArticleGrid articles={others} />
    </section>
  )
}

/** The others of a list, each once, in its order. */
function relatedTo(article: ArticleCard, list: readonly ArticleCard[]): readonly ArticleCard[] {
  const others = new Map(list.map((other) => [resourceSlug(other), other]))
  others.delete(resourceSlug(article))
  return [...others.values()]
}
