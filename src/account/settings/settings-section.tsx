import type { ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import { showLinked } from '#src/platform/show-linked.ts'
import styles from './settings-section.module.css'

const showTitle = (heading: HTMLHeadingElement | null) => void (heading !== null && showLinked(heading))

interface SettingsSectionProps {
  /** The anchor by which an address leads here. */
  readonly id?: string
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

/** One matter with its name and a line about it on the left, and what can be done on the right. */
export function SettingsSection({ id, title, hint, children }: SettingsSectionProps): ReactElement {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <section className={styles['section']} aria-labelledby={titleId}>
      <div className={styles['words']}>
        <h2 id={titleId} ref={showTitle} tabIndex={-1} className={styles['title']}>
          {title}
        </h2>
        {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      </div>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
