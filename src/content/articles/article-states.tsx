import { useState } from 'react'
import { ARTICLE_COVER_SIZES, ARTICLE_PICTURE_SIZES } from '#shared/domain/article-rules.ts'
import { firstPoster } from '#src/gallery/first-poster.ts'
import { Skeleton } from '#src/design/loading.tsx'
import { useText, isOfflineFailure, loadFailureText } from '#src/i18n/i18n.ts'
import styles from './article-states.module.css'
import { PreloadedCover, ArticleGridSkeleton } from './article-grid.tsx'
import type { AppErrorCode } from '#shared/result.ts'
import { FailedNote } from '#src/design/state-note.tsx'

/**
 * The placeholder while an address below `/resource` loads. The picture that the server has preloaded shows whether the address
 * belongs to an article or to a tag.
 */
export function TopicLoading() {
  const [cover] = useState(() => firstPoster(ARTICLE_PICTURE_SIZES))
  const [isTag] = useState(() => firstPoster(ARTICLE_COVER_SIZES) !== null)
  return (
    <div className={styles['state']} data-kind={isTag ? 'tag' : 'article'}>
      <div className={styles['title']}>
        <Skeleton width={10} height={1} />
        {!isTag && <Skeleton width={5} height={1} />}
      </div>
      {cover !== null && (
        <div className={styles['cover']}>
          <PreloadedCover poster={cover} sizes={ARTICLE_PICTURE_SIZES} />
        </div>
      )}
      {isTag ? <ArticleGridSkeleton /> : <TextSkeleton />}
    </div>
  )
}

const PARAGRAPHS = [0, 1, 2] as const

export function TextSkeleton() {
  const text = useText()
  return (
    <div className={styles['text']} aria-busy="true">
      <p className="visually-hidden">{text('resource.loading')}</p>
      {PARAGRAPHS.map((paragraph) => (
        <Skeleton key={paragraph} width={5} height={2} />
      ))}
    </div>
  )
}

interface ArticlesFailedProps {
  readonly title: string
  readonly problem: AppErrorCode
  readonly onRetry: () => void
}

/** Shown if there are no articles because they could not be loaded. */
export function ArticlesFailed({ title, problem, onRetry }: ArticlesFailedProps) {
  const text = useText()
  const isOffline = isOfflineFailure(problem)
  return (
    <FailedNote
      icon={isOffline ? 'cloudOff' : 'alert'}
      title={title}
      hint={isOffline ? text('resource.failedOffline') : loadFailureText({ code: problem })}
      retryLabel={text('resource.retry')}
      onRetry={onRetry}
    />
  )
}
