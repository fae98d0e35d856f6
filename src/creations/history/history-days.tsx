import { RowBoundary } from '#src/design/row-boundary.tsx'
import { NO_DATE } from '#shared/domain/relative-time.ts'
import { useMemo, useLayoutEffect, useRef, useState } from 'react'
import { type Text, useText } from '#src/i18n/i18n.ts'
import { watchSight } from '#src/browser/watch-sight.ts'
import styles from './history-days.module.css'
import { type Take, type CreationDay, chunkTakes } from './group-by-day.ts'
import type { Look } from '../history-query.ts'

/** The number of cards that are rendered or skipped together. */
const CHUNK_SIZE = 24

interface HistoryDaysProps {
  readonly days: readonly CreationDay[]
  readonly look: Look
  /** The creation in the address. */
  readonly namedId: string
  readonly renderCell: (take: Take) => React.ReactNode
}

/** Creations by day; parts far from the viewport are replaced by empty space, so that thousands scroll smoothly. */
export function HistoryDays({ days, look, namedId, renderCell }: HistoryDaysProps) {
  const text = useText()
  const parts = useMemo(() => days.map((day) => ({ ...day, chunks: chunkTakes(day.takes, CHUNK_SIZE) })), [days])
  return (
    <>
      {parts.map(({ daysAgo, atMs, chunks }) => (
        <section key={daysAgo} className={styles['day']}>
          <h2 className={styles['title']}>{dayTitle(text, daysAgo, atMs)}</h2>
          {chunks.map((chunk) => (
            <VirtualSection
              key={chunk[0]?.creation.id}
              count={chunk.length}
              isWanted={chunk.some(({ creation }) => creation.id === namedId)}
            >
              <ul className={styles['grid']} data-look={look}>
                {chunk.map((take) => (
                  <RowBoundary key={take.creation.id} row={take.creation}>
                    <li className={styles['item']}>{renderCell(take)}</li>
                  </RowBoundary>
                ))}
              </ul>
            </VirtualSection>
          ))}
        </section>
      ))}
    </>
  )
}

function dayTitle(text: Text, daysAgo: number, atMs: number): string {
  if (daysAgo <= 0) return text('history.today')
  if (daysAgo === 1) return text('history.yesterday')
  dayName ??= new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
  return Number.isNaN(new Date(atMs).getTime()) ? NO_DATE : dayName.format(atMs)
}

/** Created on first use, because its construction slows the start of a page. */
let dayName: Intl.DateTimeFormat | undefined

/** The distance from the viewport at which a part is rendered, in px. */
const NEAR_PX = 1200
/** The height per item until one was measured, in px. */
const FIRST_GUESS_PX = 120

let pxPerItem = FIRST_GUESS_PX

interface NearOnlyProps {
  /** The number of items, for estimating the height before the first render. */
  readonly count: number
  /** Whether it contains the linked item, and is always rendered. */
  readonly isWanted: boolean
  readonly children: React.ReactNode
}

/** Renders a part of a long list only near the viewport, and reserves its height otherwise. A part with the focus stays rendered. */
function VirtualSection({ count, isWanted, children }: NearOnlyProps) {
  const place = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState(() => count * pxPerItem)
  const [isNear, setNear] = useState(false)
  const isDrawn = isNear || isWanted
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return
    const { top, bottom } = current.getBoundingClientRect()
    if (bottom > -NEAR_PX && top < innerHeight + NEAR_PX) setNear(true)
    const look = ({ isIntersecting }: IntersectionObserverEntry) => {
      const staysDrawn = isIntersecting || current.contains(document.activeElement)
      if (!staysDrawn && current.childElementCount > 0) {
        setHeightPx(current.offsetHeight)
        pxPerItem = current.offsetHeight / count
      }
      setNear(staysDrawn)
    }
    return watchSight(current, look, { rootMargin: `${NEAR_PX}px 0px` })
  }, [count])
  return (
    <div ref={place} className={styles['place']} style={isDrawn ? undefined : { height: heightPx }}>
      {isDrawn && children}
    </div>
  )
}
