import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { ArticleCard } from '#shared/api/articles.ts'
import { ARTICLE_COVER_SIZES } from '#shared/domain/article-rules.ts'
import { resourcePath } from '#shared/domain/resource-path.ts'
import { ArticleCover } from './article-cover.tsx'
import { ArticleFacts } from './article-facts.tsx'
import styles from './article-tile.module.css'

interface ArticleTileProps {
  readonly article: ArticleCard
  readonly isFirst?: boolean
}

/** An article of a list; all of it leads to the article, by its title. */
export function ArticleTile({ article, isFirst = false }: ArticleTileProps): ReactElement {
  const { title, summary, articleLabels, cover } = article
  return (
    <article className={styles['tile']}>
      <ArticleCover cover={cover} sizes={ARTICLE_COVER_SIZES} isFirst={isFirst} />
      <p className={styles['label']}>{articleLabels[0]}</p>
      <h3 className={styles['title']}>
        <Link href={resourcePath(article)} className={styles['link']} data-wide-target>
          {title}
        </Link>
      </h3>
      <p className={styles['summary']}>{summary}</p>
      <ArticleFacts {...article} />
    </article>
  )
}
