import type { ReactElement } from 'react'
import { Brand } from './brand.tsx'
import styles from './plain-header.module.css'

export function PlainHeader(): ReactElement {
  return (
    <header className={styles['header']}>
      <Brand />
    </header>
  )
}
