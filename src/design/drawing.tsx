import type { ReactElement } from 'react'
import styles from './drawing.module.css'

export type DrawingSize = 's' | 'm' | 'l'

/** Drawn on a 24 px grid with a 1.6 px stroke. Decorative: the text beside it carries the meaning. */
export function Drawing({ path, size }: { readonly path: string; readonly size: DrawingSize }): ReactElement {
  return (
    <svg
      className={styles[size]}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
