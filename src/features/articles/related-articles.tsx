import type { ReactElement } from 'react'
import type { ArticleCard, ArticleList } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/resource-path.ts'
import { useText } from '#src/lib/i18n.ts'
import { ArticleGrid } from './article-grid.tsx'
import styles from './related-articles.module.css'

const MOST = 3

interface RelatedArticlesProps {
  readonly article: ArticleCard
  /** Of the article's first tag. */
  readonly firstPage: ArticleList | null
}

/** What else has the same tag. */
export function RelatedArticles({ article, firstPage }: RelatedArticlesProps): ReactElement | null {
  const text = useText()
  const others = (firstPage?.data ?? []).filter((other) => resourceSlug(other) !== resourceSlug(article)).slice(0, MOST)
  if (others.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="related-articles">
      <h2 id="related-articles" className={styles['title']}>
        {text('resource.related')}
      </h2>
      <ArticleGrid articles={others} />
    </section>
  )
}
