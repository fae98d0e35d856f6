import type { ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import { formatBytes } from '#src/platform/format.ts'
import { formatNumber } from '#src/platform/format-number.ts'
import type { Text } from '#src/platform/i18n.ts'
import styles from './demo-panel.module.css'
import type { PictureFacts } from './crop-demo.ts'

interface DemoPanelProps {
  readonly title: string
  /** The size now, or before and after. */
  readonly facts?: string | undefined
  readonly actions?: ReactNode
  readonly isProblem?: boolean
  readonly children: ReactNode
}

/** One picture of the demo: always the same frame, whatever is in it, its facts and what can be done with it. */
export function DemoPanel({ title, facts, actions, isProblem = false, children }: DemoPanelProps): ReactElement {
  const titleId = useId()
  return (
    <section className={styles['panel']} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['frame']} data-problem={isProblem || undefined}>
        {children}
      </div>
      <p className={styles['facts']}>{facts}</p>
      <div className={styles['actions']}>{actions}</div>
    </section>
  )
}

/** Size in px and bytes as a person reads them. */
export function factsText(text: Text, { width, height, bytes }: PictureFacts): string {
  return text('cropDemo.facts', { width: formatNumber(width), height: formatNumber(height), bytes: formatBytes(bytes) })
}
