import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { IconButton } from '#src/design/button.tsx'
import styles from './viewer-bar.module.css'
import type { ViewerCursorState, ViewerCursor } from './viewer-cursor.ts'

interface ViewerStepsProps {
  readonly state: ViewerCursorState
  readonly title: string
  readonly onStep: (by: number) => void
}

/** Buttons for the previous and the next item, and the position in the list. A button at an end of the list retains the focus. */
export function ViewerSteps({ state: { items, index, hasMore, isLoading }, title, onStep }: ViewerStepsProps) {
  const text = useText()
  const [position, total] = [formatNumber(index + 1), formatNumber(items.length)]
  const isLast = index === items.length - 1
  return (
    <div className={styles['steps']}>
      <span className={styles['step']} data-side="start">
        <IconButton icon="left" label={text('viewer.previous')} aria-disabled={index === 0 || undefined} onClick={() => onStep(-1)} />
      </span>
      <span className={styles['position']} aria-hidden="true">
        {text(hasMore ? 'viewer.countOpen' : 'viewer.count', { place: position, total })}
      </span>
      <span className={styles['step']} data-side="end">
        <IconButton
          icon="arrow"
          label={text('viewer.next')}
          aria-disabled={(isLast && !hasMore) || undefined}
          aria-busy={(isLast && isLoading) || undefined}
          onClick={() => onStep(1)}
        />
      </span>
      <output className="visually-hidden">{text('viewer.now', { place: position, total, title })}</output>
    </div>
  )
}

/** The controls that are always visible: the steps and the close button. */
export function ViewerBar({ children, onClose }: { readonly children?: React.ReactNode; readonly onClose: () => void }) {
  const text = useText()
  return (
    <div className={styles['bar']}>
      {children}
      <span className={styles['close']}>
        <IconButton icon="close" label={text('viewer.close')} onClick={onClose} />
      </span>
    </div>
  )
}

export interface ViewerPosition {
  readonly cursor: ViewerCursor
  /** The prefix of every path of the app. */
  readonly base: string
  readonly isHere: () => boolean
  readonly titleId: string
  readonly layer: React.RefObject<HTMLDialogElement | null>
  readonly onClose: () => void
}
