import { useId, useRef } from 'react'
import { useFocusFallback } from '#src/browser/focus-fallback.ts'
import { showLinked } from '#src/browser/show-linked.ts'
import styles from './settings-section.module.css'

const showTitle = (heading: HTMLHeadingElement | null) => void (heading !== null && showLinked(heading))

interface SettingsSectionProps {
  /** The id by which an address can link to the section. */
  readonly id?: string
  readonly title: string
  readonly hint?: string
  readonly children: React.ReactNode
}

/** A section of the settings: its name and description on the left, its controls on the right. */
export function SettingsSection({ id, title, hint, children }: SettingsSectionProps) {
  const ownId = useId()
  const titleId = id ?? ownId
  const container = useRef<HTMLElement>(null)
  useFocusFallback(container)
  return (
    <section ref={container} tabIndex={-1} className={styles['section']} aria-labelledby={titleId}>
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
