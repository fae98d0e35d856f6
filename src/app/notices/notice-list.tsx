import { RowBoundary } from '#src/design/row-boundary.tsx'
import { isoTime } from '#shared/domain/relative-time.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import { type Notice, isUnread } from './create-notices.ts'
import { forgetNotices, markNoticesSeen, noticeHistory } from './notices.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useNow, relativeWords } from '#src/i18n/use-now.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { watchSight } from '#src/browser/watch-sight.ts'
import styles from './notice-list.module.css'

const ICONS = { success: 'check', error: 'alert', info: 'film' } as const
const TIME_REFRESH_MS = 20_000

/** The recent notices of this browser. Its texts are in `notices.json`. */
export function NoticeList() {
  const text = useText()
  const titleId = useId()
  const { notices } = useSnapshot(noticeHistory)
  const [ref, seenAtMs] = useUnreadMark()
  const nowMs = useNow(TIME_REFRESH_MS)
  return (
    <section ref={ref} tabIndex={-1} className={styles['notices']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {text('notices.title')}
        </h2>
        {notices.length > 0 && (
          <Button variant="plain" onClick={() => clearNotices(ref.current)}>
            {text('notices.clear')}
          </Button>
        )}
      </div>
      {notices.length === 0 ? (
        <p className={styles['empty']}>{text('notices.empty')}</p>
      ) : (
        <ol className={styles['list']}>
          {notices.map((notice, index) => (
            <RowBoundary key={`${notice.atMs}-${notices.length - index}`} row={notice}>
              <NoticeRow notice={notice} isNew={isUnread(notice, seenAtMs)} nowMs={nowMs} />
            </RowBoundary>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Deletes all notices. The pressed button disappears with the list, so the focus moves to the rest of the menu. */
function clearNotices(section: HTMLElement | null): void {
  forgetNotices()
  section?.focus()
}

interface NoticeRowProps {
  readonly notice: Notice
  readonly isNew: boolean
  readonly nowMs: number
}

function NoticeRow({ notice: { color, title, description, atMs }, isNew, nowMs }: NoticeRowProps) {
  const text = useText()
  return (
    <li className={styles['row']} data-color={color} data-new={isNew || undefined}>
      <Icon name={ICONS[color]} size="s" />
      <div className={styles['words']}>
        <p className={styles['what']}>{title}</p>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
        <p className={styles['when']}>
          {isNew && <span className={styles['new']}>{text('notices.new')}</span>}
          <time dateTime={isoTime(atMs)}>{relativeWords(atMs, nowMs, text)}</time>
        </p>
      </div>
    </li>
  )
}

/**
 * The time after which notices are marked as new, in ms since 1970. When the list enters or leaves the view, all notices count as seen,
 * but the marks stay until the list enters the view again.
 */
function useUnreadMark(): readonly [React.RefObject<HTMLElement | null>, number] {
  const ref = useRef<HTMLElement>(null)
  const [seenAtMs, setSeenAtMs] = useState(noticeHistory.seenAtMs)
  useEffect(() => {
    let isShown = false
    const handleVisibility = (isNowShown: boolean) => {
      if (isNowShown) setSeenAtMs(noticeHistory.seenAtMs)
      if (isNowShown || isShown) markNoticesSeen()
      isShown = isNowShown
    }
    const unwatch = ref.current === null ? undefined : watchSight(ref.current, ({ isIntersecting }) => handleVisibility(isIntersecting))
    return () => {
      unwatch?.()
      handleVisibility(false)
    }
  }, [])
  return [ref, seenAtMs]
}
