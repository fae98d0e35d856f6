import { inTurn } from '#src/platform/after-paint.ts'
import { useAfterPaint } from '#src/platform/use-after-paint.ts'
import { DataIcon } from '#src/design/data-icon.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Skeleton } from '#src/design/loading.tsx'
import type { PlanFeature } from '#shared/api/catalogue.ts'
import styles from './feature-lines.module.css'

interface FeatureLine {
  readonly title: string
  readonly icon: string | undefined
  readonly value: string
}

interface FeatureLinesProps {
  readonly label: string
  readonly lines: readonly FeatureLine[]
  readonly isLoading: boolean
  /** The number of placeholder lines until the lines are rendered. */
  readonly places: number
}

const BAR = { width: 24, height: 1 } as const

export function FeatureLines({ label, lines, isLoading, places }: FeatureLinesProps) {
  const isWaiting = !useAfterPaint(!isLoading, inTurn)
  return (
    <ul className={styles['lines']} aria-label={label} aria-busy={isWaiting || undefined}>
      {isWaiting &&
        Array.from({ length: places }, (_, line) => (
          <li key={line} className={styles['waiting']}>
            <Skeleton {...BAR} />
          </li>
        ))}
      {!isWaiting &&
        lines.map(({ title, icon, value }) => (
          <li key={title} className={styles['line']}>
            {icon === undefined ? <Icon name="check" size="s" /> : <DataIcon name={icon} size="s" />}
            <span className={styles['title']}>{title}</span> <span className={styles['value']}>{value}</span>
          </li>
        ))}
    </ul>
  )
}

/** The features in which a paid plan exceeds the free one. */
export function planDifferences(features: readonly PlanFeature[]): readonly PlanFeature[] {
  return features.filter(({ basic, premium }) => premium !== '' && premium !== basic)
}
