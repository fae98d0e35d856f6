import { useEffect, useId, useState } from 'react'
import type { OfflineVideo } from '#shared/storage/offline-video-record.ts'
import { Link } from '#src/platform/routes.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { formatBytes, useText } from '#src/platform/i18n.ts'
import { evictVideos, pinVideo } from './offline-actions.ts'
import { offlineState, offlineVideos } from './offline-videos.ts'
import { subscribe } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { showToast } from '#src/design/toast.ts'
import styles from './storage-section.module.css'

/** The offline videos, in eviction order; pinned ones are never evicted. */
export function OfflineList() {
  const text = useText()
  const titleId = useId()
  const [list, setList] = useState<readonly OfflineVideo[]>([])
  useEffect(() => {
    let isLeft = false
    const read = async () => {
      const found = await offlineVideos.list().catch(() => [])
      if (!isLeft) setList(found.toSorted((a, b) => Number(a.isPinned) - Number(b.isPinned) || a.lastUsedAtMs - b.lastUsedAtMs))
    }
    void read()
    const stop = subscribe(offlineState, () => void read())
    return () => {
      isLeft = true
      stop()
    }
  }, [])
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['name']}>
        {text('storage.kept')}
      </h3>
      <p className={styles['hint']}>{text('storage.keptHint')}</p>
      <ul className={styles['list']}>
        {list.map(({ creation, bytes, lastUsedAtMs, isPinned }) => {
          const name = creation.prompt || (creation.templateName ?? text('storage.unnamed'))
          return (
            <li key={creation.id} className={styles['row']}>
              <div className={styles['words']}>
                <Link className={styles['title']} href={creationPath(creation)} dir="auto">
                  {name}
                </Link>
                <p className={styles['hint']}>{text('storage.used', { size: formatBytes(bytes), time: dateAndTime(lastUsedAtMs) })}</p>
              </div>
              <Button
                look="plain"
                aria-pressed={isPinned}
                aria-label={text('storage.pinOf', { name })}
                onClick={() => void pinVideo(creation.id, !isPinned, showToast)}
              >
                {text(isPinned ? 'storage.pinned' : 'storage.pin')}
              </Button>
              <Button
                look="plain"
                aria-label={text('storage.removeOf', { name })}
                onClick={() => void evictVideos([creation.id], showToast)}
              >
                {text('storage.remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
