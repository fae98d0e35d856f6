import styles from './loading.module.css'

export function Spinner() {
  return <span className={styles['spinner']} aria-hidden="true" />
}

/** A placeholder with the ratio of the later content. */
export function Skeleton({ width, height }: { readonly width: number; readonly height: number }) {
  return <div className={styles['skeleton']} style={{ aspectRatio: `${width} / ${height}` }} aria-busy="true" aria-hidden="true" />
}

interface ProgressProps {
  readonly label: string
  /** Indeterminate without one. */
  readonly fraction?: number | undefined
  /** The interval between its values, in ms. The bar animates over this time to the next one. */
  readonly stepMs?: number | undefined
}

export function Progress({ label, fraction, stepMs }: ProgressProps) {
  const step = stepMs === undefined ? undefined : ({ '--bar-time': `${stepMs}ms` } as React.CSSProperties)
  return (
    <progress className={styles['bar']} style={step} aria-label={label} max={1} {...(fraction === undefined ? {} : { value: fraction })} />
  )
}

/** A loading text, for content with an unknown shape; lists and pictures use a skeleton instead. */
export function LoadingNote({ text }: { readonly text: string }) {
  return (
    <output className={styles['note']}>
      <Spinner />
      {text}
    </output>
  )
}
