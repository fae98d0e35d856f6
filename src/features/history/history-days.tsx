import type { ReactElement, ReactNode } from 'react'
import { useMemo } from 'react'
import type { Text } from '#src/lib/i18n.ts'
import { formatDay } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import type { Take } from './chunk-takes.ts'
import { chunkTakes } from './chunk-takes.ts'
import type { CreationDay } from './group-by-day.ts'
import type { Look } from './history-address.ts'
import styles from './history-days.module.css'
import { NearOnly } from './near-only.tsx'

/** How many cards are drawn and left out together. */
const CHUNK_SIZE = 24

interface HistoryDaysProps {
  readonly days: readonly CreationDay[]
  readonly look: Look
  /** The one that the address names. */
  readonly namedId: string
  readonly renderCell: (take: Take) => ReactNode
}

/** Creations by day; far from the window only their room is kept, so that thousands scroll like a few. */
export function HistoryDays({ days, look, namedId, renderCell }: HistoryDaysProps): ReactElement {
  const text = useText()
  const parts = useMemo(() => days.map((day) => ({ ...day, chunks: chunkTakes(day.takes, CHUNK_SIZE) })), [days])
  return (
    <>
      {parts.map(({ daysAgo, atMs, chunks }) => (
        <section key={daysAgo} className={styles['day']}>
          <h2 className={styles['title']}>{dayTitle(text, daysAgo, atMs)}</h2>
          {chunks.map((chunk) => (
            <NearOnly key={chunk[0]?.creation.id} count={chunk.length} isWanted={chunk.some(({ creation }) => creation.id === namedId)}>
              <ul className={styles['grid']} data-look={look}>
                {chunk.map((take) => (
                  <li key={take.creation.id} className={styles['item']}>
                    {renderCell(take)}
                  </li>
                ))}
              </ul>
            </NearOnly>
          ))}
        </section>
      ))}
    </>
  )
}

function dayTitle(text: Text, daysAgo: number, atMs: number): string {
  if (daysAgo <= 0) return text('history.today')
  return daysAgo === 1 ? text('history.yesterday') : formatDay(atMs)
}
