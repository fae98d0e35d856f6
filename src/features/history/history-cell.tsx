import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './history-cell.module.css'

interface HistoryCellProps {
  readonly id: string
  /** What it is called, for those who hear the page. */
  readonly name: string
  readonly isSelecting: boolean
  readonly isSelected: boolean
  readonly onPick: (id: string, isRange: boolean) => void
  readonly children: ReactNode
}

/** A card with its tick. While things are being selected the whole card is the tick, and nothing else on it can be pressed. */
export function HistoryCell({ id, name, isSelecting, isSelected, onPick, children }: HistoryCellProps): ReactElement {
  const text = useText()
  const pick = (event: MouseEvent) => onPick(id, event.shiftKey)
  return (
    <div className={styles['cell']} data-scroll-item={id} data-selecting={isSelecting || undefined} data-selected={isSelected || undefined}>
      <div className={styles['card']} inert={isSelecting}>
        {children}
      </div>
      <input
        type="checkbox"
        className={styles['tick']}
        aria-label={text('history.select', { name })}
        checked={isSelected}
        onChange={() => undefined}
        onClick={pick}
      />
      <span className={styles['mark']} aria-hidden="true">
        <Icon name="check" size="s" />
      </span>
    </div>
  )
}
