import { useId, useRef } from 'react'
import { useFocusFallback } from '#src/browser/focus-fallback.ts'
import { showLinkedHeading } from './show-heading.ts'
import styles from './settings-section.module.css'

interface SettingsSectionProps {
  /** The id by which an address can link to the section. */
  readonly id?: string
  readonly title: string
  readonly hint?: string
  /** The level of the title. In the settings it is below a group's title. */
  readonly titleTag?: 'h2' | 'h3'
  readonly children: React.ReactNode
}

/** A section of the settings: its name and description on the left, its controls on the right. */
export function SettingsSection({ id, title, hint, titleTag: Title = 'h3', children }: SettingsSectionProps) {
  const generatedId = useId()
  const titleId = id ?? generatedId
  const container = useRef<HTMLElement>(null)
  useFocusFallback(container)
  return (
    <section ref={container} tabIndex={-1} className={styles['section']} aria-labelledby={titleId}>
      <div className={styles['words']}>
        <Title id={titleId} ref={showLinkedHeading} tabIndex={-1} className={styles['title']}>
          {title}
        </Title>
        {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      </div>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
