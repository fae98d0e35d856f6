import type { ReactElement } from 'react'
import { DataIcon } from '#src/ui/data-icon.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import styles from './feature-lines.module.css'

interface FeatureLine {
  readonly title: string
  readonly icon: string | undefined
  readonly value: string
}

interface FeatureLinesProps {
  readonly label: string
  readonly lines: readonly FeatureLine[]
  /** How many lines to keep free while they are on their way; 0 once they are there. */
  readonly waiting: number
}

const BAR = { width: 24, height: 1 } as const

/** What a plan gives, line by line. */
export function FeatureLines({ label, lines, waiting }: FeatureLinesProps): ReactElement {
  return (
    <ul className={styles['lines']} aria-label={label} aria-busy={waiting > 0 || undefined}>
      {Array.from({ length: waiting }, (_, line) => (
        <li key={line} className={styles['waiting']}>
          <Skeleton {...BAR} />
        </li>
      ))}
      {lines.map(({ title, icon, value }) => (
        <li key={title} className={styles['line']}>
          {icon === undefined ? <Icon name="check" size="s" /> : <DataIcon name={icon} size="s" />}
          <span className={styles['title']}>{title}</span> <span className={styles['value']}>{value}</span>
        </li>
      ))}
    </ul>
  )
}
