import type { ReactElement } from 'react'
import { Brand } from './brand.tsx'
import styles from './plain-header.module.css'
import { StateChip } from './state-chip.tsx'

/** The brand alone, and what has to be known of the app itself. */
export function PlainHeader(): ReactElement {
  return (
    <header className={styles['header']}>
      <div className={styles['inner']}>
        <Brand />
        <StateChip />
      </div>
    </header>
  )
}
