import type { ReactElement, ReactNode } from 'react'
import styles from './tile-grid.module.css'

/** Cards side by side, each as high as its picture needs. */
export function TileGrid({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={styles['grid']}>{children}</div>
}
