import type { ReactElement } from 'react'
import type { ArticleCard } from '#shared/api/articles.ts'
import { formatDate } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import styles from './article-facts.module.css'

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
