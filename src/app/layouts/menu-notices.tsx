import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { warmPart } from '#src/lib/lazy-part.ts'
import styles from './user-menu-panel.module.css'

const NoticeList = warmPart(['notices'], async () => (await import('#src/features/notices/notice-list.tsx')).NoticeList)

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
