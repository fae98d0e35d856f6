import type { ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import styles from './settings-section.module.css'

interface SettingsSectionProps {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

/** One matter with its name and a line about it on the left, and what can be done on the right. */
export function SettingsSection({ title, hint, children }: SettingsSectionProps): ReactElement {
  const titleId = useId()
  return (
    <section className={styles['section']} aria-labelledby={titleId}>
      <div className={styles['words']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      </div>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
