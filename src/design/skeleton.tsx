import type { ReactElement } from 'react'
import styles from './skeleton.module.css'

/** Stands where something will be, at its ratio. */
export function Skeleton({ width, height }: { readonly width: number; readonly height: number }): ReactElement {
  return <div className={styles['skeleton']} style={{ aspectRatio: `${width} / ${height}` }} aria-busy="true" aria-hidden="true" />
}
