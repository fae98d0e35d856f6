import { RowBoundary } from '#src/design/row-boundary.tsx'
import { isoDay } from '#shared/domain/relative-time.ts'
import { useState } from 'react'
import type { ArticleCard } from '#shared/api/articles.ts'
import { ARTICLE_COVER_SIZES, ARTICLE_PAGE_SIZE } from '#shared/domain/article-rules.ts'
import { resourcePath, resourceSlug } from '#shared/domain/detail-path.ts'
import { Link } from '#src/routing/routes.ts'
import { type FirstPoster, firstPoster } from '#src/gallery/first-poster.ts'
import { useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { Skeleton } from '#src/design/loading.tsx'
import { usePosterSources } from '#src/browser/saves-data.ts'
import styles from './article-grid.module.css'

const COVER_RATIO = { width: 16, height: 9 } as const
const PLACEHOLDER_INDEXES = Array.from({ length: ARTICLE_PAGE_SIZE }, (_, index) => index)

export function ArticleGrid({ articles }: { readonly articles: readonly ArticleCard[] }) {
  return (
    <ul className={styles['grid']}>
      {articles.map((article, index) => (
        <RowBoundary key={resourceSlug(article)} row={article}>
          <li className={styles['cell']}>
            <ArticleTile article={article} isFirst={index === 0} />
          </li>
        </RowBoundary>
      ))}
    </ul>
  )
}

/** The placeholder while a page of articles loads. Its first tile shows the cover that the server has preloaded, if there is one. */
export function ArticleGridSkeleton() {
  const text = useText()
  const [poster] = useState(() => firstPoster(ARTICLE_COVER_SIZES))
  return (
    <div className={styles['grid']} aria-busy="true">
      <p className="visually-hidden">{text('resource.loading')}</p>
      {PLACEHOLDER_INDEXES.map((index) => (
        <div key={index} className={styles['skeleton']}>
          {index === 0 && poster !== null ? <PreloadedCover poster={poster} sizes={ARTICLE_COVER_SIZES} /> : <Skeleton {...COVER_RATIO} />}
        </div>
      ))}
    </div>
  )
}

interface ArticleTileProps {
  readonly article: ArticleCard
  readonly isFirst?: boolean
}

/** An article in a list. A press anywhere on the tile follows the link of its title. */
function ArticleTile({ article, isFirst = false }: ArticleTileProps) {
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

interface ArticleCoverProps {
  readonly cover: ArticleCard['cover']
  /** The cover's width on the screen, in the syntax of the attribute `sizes`. */
  readonly sizes: string
  readonly isFirst?: boolean
}

/**
 * The picture of an article, in a box with a fixed ratio. It has no text alternative, because the text beside it names the subject.
 */
export function ArticleCover({ cover, sizes, isFirst = false }: ArticleCoverProps) {
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

/** The cover that the server has preloaded, shown before the data is loaded: the first cover of a list, or the picture of an article. */
export function PreloadedCover({ poster, sizes }: { readonly poster: FirstPoster; readonly sizes: string }) {
  return (
    <div className={styles['cover']} data-early>
      <img {...poster} sizes={sizes} fetchPriority="high" alt="" />
    </div>
  )
}

export function ArticleFacts({ publishedAt, readMinutes }: Pick<ArticleCard, 'publishedAt' | 'readMinutes'>) {
  const text = useText()
  return (
    <p className={styles['facts']}>
      <time dateTime={isoDay(publishedAt)}>{formatDate(publishedAt)}</time>
      <span aria-hidden="true">·</span>
      <span>{text('resource.minutes', { count: readMinutes })}</span>
    </p>
  )
}
