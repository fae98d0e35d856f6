import type { ReactElement } from 'react'
import type { ArticleCard } from '#shared/api/articles.ts'
import { usePosterSources } from '#src/platform/saves-data.ts'
import type { FirstPoster } from '#src/gallery/first-poster.ts'
import { formatDate } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import styles from './article-cover.module.css'

interface ArticleCoverProps {
  readonly cover: ArticleCard['cover']
  /** How wide it is on the screen, as `sizes` says it. */
  readonly sizes: string
  readonly isFirst?: boolean
}

/** The picture of an article in a box of one ratio; the words beside it say what it is about. */
export function ArticleCover({ cover, sizes, isFirst = false }: ArticleCoverProps): ReactElement {
  const posterSources = usePosterSources()
  return (
    <div className={styles['cover']}>
      {cover !== null && (
        <img
          src={cover.firstImageUrl}
          srcSet={posterSources(cover)}
          sizes={sizes}
          width={cover.width}
          height={cover.height}
          loading={isFirst ? 'eager' : 'lazy'}
          {...(isFirst ? { fetchPriority: 'high' } : {})}
          decoding="async"
          alt=""
        />
      )}
    </div>
  )
}

/** The first cover of a list, before the list is there. */
export function PreloadedCover({ poster, sizes }: { readonly poster: FirstPoster; readonly sizes: string }): ReactElement {
  return (
    <div className={styles['cover']} data-early>
      <img {...poster} sizes={sizes} fetchPriority="high" alt="" />
    </div>
  )
}

/** When it was written, and how long it takes to read. */
export function ArticleFacts({ publishedAt, readMinutes }: Pick<ArticleCard, 'publishedAt' | 'readMinutes'>): ReactElement {
  const text = useText()
  return (
    <p className={styles['facts']}>
      <time dateTime={new Date(publishedAt).toISOString().slice(0, 10)}>{formatDate(publishedAt)}</time>
      <span aria-hidden="true">·</span>
      <span>{text('resource.minutes', { count: readMinutes })}</span>
    </p>
  )
}
