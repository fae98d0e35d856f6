import type { ReactElement } from 'react'
import type { WalkState } from './create-walk.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './viewer-bar.module.css'

interface ViewerStepsProps {
  readonly state: WalkState
  readonly title: string
  readonly onStep: (by: number) => void
}

/** Previous, next, and where in the list this is. A step that leads nowhere keeps its focus. */
export function ViewerSteps({ state: { items, index, hasMore, isLoading }, title, onStep }: ViewerStepsProps): ReactElement {
  const text = useText()
  const [place, total] = [formatNumber(index + 1), formatNumber(items.length)]
  const isLast = index === items.length - 1
  return (
    <div className={styles['steps']}>
      <span className={styles['step']} data-side="start">
        <IconButton icon="left" label={text('viewer.previous')} aria-disabled={index === 0 || undefined} onClick={() => onStep(-1)} />
      </span>
      <span className={styles['place']} aria-hidden="true">
        {text(hasMore ? 'viewer.countOpen' : 'viewer.count', { place, total })}
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
      <output className="visually-hidden">{text('viewer.now', { place, total, title })}</output>
    </div>
  )
}
