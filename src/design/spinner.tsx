import type { ReactElement } from 'react'
import styles from './spinner.module.css'

export function Spinner(): ReactElement {
  return <span className={styles['spinner']} aria-hidden="true" />
}
