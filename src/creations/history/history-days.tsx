import { RowBoundary } from '#src/design/row-boundary.tsx'
import { NO_DATE } from '#shared/domain/relative-time.ts'
import { useMemo, useLayoutEffect, useRef, useState } from 'react'
import { type Text, useText } from '#src/i18n/i18n.ts'
import { watchSight } from '#src/browser/watch-sight.ts'
import styles from './history-days.module.css'
import { type Variation, type CreationDay, chunkVariations } from './group-by-day.ts'
import type { Layout } from '../history-query.ts'

/** The number of cards in a part of the list. A part is rendered as a whole or not at all. */
const CHUNK_SIZE = 24

interface HistoryDaysProps {
  readonly days: readonly CreationDay[]
  readonly layout: Layout
  /** The id of the creation that the address names; '' without one. */
  readonly linkedId: string
  readonly renderCell: (variation: Variation) => React.ReactNode
}

/**
 * The creations, grouped by day. Parts far from the viewport are replaced by empty space, so that thousands of cards scroll
 * smoothly.
 */
export function HistoryDays({ days, layout, linkedId, renderCell }: HistoryDaysProps) {
  const text = useText()
  const parts = useMemo(() => days.map((day) => ({ ...day, chunks: chunkVariations(day.variations, CHUNK_SIZE) })), [days])
  return (
    <>
      {parts.map(({ daysAgo, atMs, chunks }) => (
        <section key={daysAgo} className={styles['day']}>
          <h2 className={styles['title']}>{dayTitle(text, daysAgo, atMs)}</h2>
          {chunks.map((chunk) => (
            <VirtualSection
              key={chunk[0]?.creation.id}
              count={chunk.length}
              isLinked={chunk.some(({ creation }) => creation.id === linkedId)}
            >
              <ul className={styles['grid']} data-rows={layout === 'rows' || undefined}>
                {chunk.map((variation) => (
                  <RowBoundary key={variation.creation.id} row={variation.creation}>
                    <li className={styles['item']}>{renderCell(variation)}</li>
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
  dayFormat ??= new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
  return Number.isNaN(new Date(atMs).getTime()) ? NO_DATE : dayFormat.format(atMs)
}

/** Formats a day's name. Created on first use, because creating it delays the start of a page. */
let dayFormat: Intl.DateTimeFormat | undefined

/** A part closer to the viewport than this is rendered, in px. */
const NEAR_PX = 1200
/** The assumed height per card before a part was rendered and measured, in px. */
const ASSUMED_CARD_PX = 120

let pxPerCard = ASSUMED_CARD_PX

interface VirtualSectionProps {
  /** The number of cards. It gives the height of a part that was never rendered. */
  readonly count: number
  /** Whether the part contains the creation that the URL names. The part is then always rendered. */
  readonly isLinked: boolean
  readonly children: React.ReactNode
}

/**
 * Renders a part of a long list only near the viewport; elsewhere it reserves the part's height. A part with the focus stays
 * rendered.
 */
function VirtualSection({ count, isLinked, children }: VirtualSectionProps) {
  const container = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState(() => count * pxPerCard)
  const [isNear, setNear] = useState(false)
  const isDrawn = isNear || isLinked
  useLayoutEffect(() => {
    const { current } = container
    if (current === null) return
    const { top, bottom } = current.getBoundingClientRect()
    if (bottom > -NEAR_PX && top < innerHeight + NEAR_PX) setNear(true)
    const onSight = ({ isIntersecting }: IntersectionObserverEntry) => {
      const staysDrawn = isIntersecting || current.contains(document.activeElement)
      if (!staysDrawn && current.childElementCount > 0) {
        setHeightPx(current.offsetHeight)
        pxPerCard = current.offsetHeight / count
      }
      setNear(staysDrawn)
    }
    return watchSight(current, onSight, { rootMargin: `${NEAR_PX}px 0px` })
  }, [count])
  return (
    <div ref={container} className={styles['container']} style={isDrawn ? undefined : { height: heightPx }}>
      {isDrawn && children}
    </div>
  )
}
