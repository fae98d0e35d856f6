import type { ReactElement } from 'react'
import { useState } from 'react'
import { ARTICLE_COVER_SIZES, ARTICLE_PICTURE_SIZES } from '#shared/domain/article-rules.ts'
import { firstPoster } from '#src/lib/first-poster.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { EarlyCover } from './article-cover.tsx'
import { ArticleGridSkeleton } from './article-grid.tsx'
import { TextSkeleton } from './text-skeleton.tsx'
import styles from './topic-loading.module.css'

/** Stands where an article or a tag will be, before it is known which, unless the page was opened with a picture of one. */
export function TopicLoading(): ReactElement {
  const [cover] = useState(() => firstPoster(ARTICLE_PICTURE_SIZES))
  const [isTag] = useState(() => firstPoster(ARTICLE_COVER_SIZES) !== null)
  return (
    <div className={styles['place']} data-look={isTag ? 'tag' : 'article'}>
      <div className={styles['title']}>
        <Skeleton width={10} height={1} />
        {!isTag && <Skeleton width={5} height={1} />}
      </div>
      {cover !== null && (
        <div className={styles['cover']}>
          <EarlyCover poster={cover} sizes={ARTICLE_PICTURE_SIZES} />
        </div>
      )}
      {isTag ? <ArticleGridSkeleton /> : <TextSkeleton />}
    </div>
  )
}
