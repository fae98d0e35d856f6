import type { ReactElement } from 'react'
import styles from './progress.module.css'

/** How much of something is done; without a fraction it only says that something goes on. */
export function Progress({ label, fraction }: { readonly label: string; readonly fraction?: number }): ReactElement {
  return <progress className={styles['bar']} aria-label={label} max={1} {...(fraction === undefined ? {} : { value: fraction })} />
}
