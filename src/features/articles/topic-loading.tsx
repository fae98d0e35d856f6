import type { ReactElement } from 'react'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { TextSkeleton } from './text-skeleton.tsx'
import styles from './topic-loading.module.css'

/** Stands where an article or a tag will be, before it is known which. */
export function TopicLoading(): ReactElement {
  return (
    <div className={styles['place']}>
      <div className={styles['title']}>
        <Skeleton width={10} height={1} />
      </div>
      <TextSkeleton />
    </div>
  )
}
