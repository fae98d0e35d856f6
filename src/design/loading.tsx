import type { ReactElement } from 'react'
import styles from './loading.module.css'

export function Spinner(): ReactElement {
  return <span className={styles['spinner']} aria-hidden="true" />
}

/** Stands where something will be, at its ratio. */
export function Skeleton({ width, height }: { readonly width: number; readonly height: number }): ReactElement {
  return <div className={styles['skeleton']} style={{ aspectRatio: `${width} / ${height}` }} aria-busy="true" aria-hidden="true" />
}

/** How much of something is done; without a fraction it only says that something goes on. */
export function Progress({ label, fraction }: { readonly label: string; readonly fraction?: number }): ReactElement {
  return <progress className={styles['bar']} aria-label={label} max={1} {...(fraction === undefined ? {} : { value: fraction })} />
}

/** Says that something is on its way, where nothing of its shape can be drawn yet; a list or a picture has a skeleton instead. */
export function LoadingNote({ text }: { readonly text: string }): ReactElement {
  return (
    <output className={styles['note']}>
      <Spinner />
      {text}
    </output>
  )
}
