import type { ReactElement, ReactNode } from 'react'
import styles from './prose.module.css'

/** A long text to be read: headings, paragraphs, lists, tables and quotes, as wide as lines are easy to follow. */
export function Prose({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={styles['prose']}>{children}</div>
}
