import type { ReactElement } from 'react'
import { lazy, Suspense } from 'react'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import styles from './user-menu-panel.module.css'

const NoticeList = lazy(() =>
  loadWithTexts('notices', async () => ({ default: (await import('#src/features/notices/notice-list.tsx')).NoticeList })),
)

/** What was told lately; the menu does not wait for it. */
export function MenuNotices(): ReactElement {
  return (
    <div className={styles['group']}>
      <Suspense fallback={<div className={styles['noticesPlace']} />}>
        <NoticeList />
      </Suspense>
    </div>
  )
}
