import type { ReactElement } from 'react'
import type { ArticleCard } from '#shared/api/articles.ts'
import { useState } from 'react'
import { ARTICLE_COVER_SIZES, ARTICLE_PAGE_SIZE } from '#shared/domain/article-rules.ts'
import { firstPoster } from '#src/lib/first-poster.ts'
import { useText } from '#src/lib/i18n.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { resourceSlug } from '#shared/domain/resource-path.ts'
import { EarlyCover } from './article-cover.tsx'
import { ArticleTile } from './article-tile.tsx'
import styles from './article-grid.module.css'

const COVER = { width: 16, height: 9 } as const
const PLACES = Array.from({ length: ARTICLE_PAGE_SIZE }, (_, place) => place)

export function ArticleGrid({ articles }: { readonly articles: readonly ArticleCard[] }): ReactElement {
  return (
    <ul className={styles['grid']}>
      {articles.map((article, place) => (
        <li key={resourceSlug(article)} className={styles['cell']}>
          <ArticleTile article={article} isFirst={place === 0} />
        </li>
      ))}
    </ul>
  )
}

/** Stands where a page of articles will be; the first has its cover where the page was opened with it. */
export function ArticleGridSkeleton(): ReactElement {
  const text = useText()
  const [poster] = useState(() => firstPoster(ARTICLE_COVER_SIZES))
  return (
    <div className={styles['grid']} aria-busy="true">
      <p className="visually-hidden">{text('resource.loading')}</p>
      {PLACES.map((place) => (
        <div key={place} className={styles['skeleton']}>
          {place === 0 && poster !== null ? <EarlyCover poster={poster} sizes={ARTICLE_COVER_SIZES} /> : <Skeleton {...COVER} />}
        </div>
      ))}
    </div>
  )
}
