import styles from './loading.module.css'

export function Spinner() {
  return <span className={styles['spinner']} aria-hidden="true" />
}

/** A placeholder with the ratio of the content that is loading. */
export function Skeleton({ width, height }: { readonly width: number; readonly height: number }) {
  return <div className={styles['skeleton']} style={{ aspectRatio: `${width} / ${height}` }} aria-busy="true" aria-hidden="true" />
}

interface ProgressProps {
  readonly label: string
  /** The finished share, from 0 to 1. Without it, the bar shows no progress. */
  readonly fraction?: number | undefined
  /** The time between two values of the share, in ms. The bar moves to the next value over this time. */
  readonly stepMs?: number | undefined
}

export function Progress({ label, fraction, stepMs }: ProgressProps) {
  const barStyle = stepMs === undefined ? undefined : ({ '--bar-time': `${stepMs}ms` } as React.CSSProperties)
  return (
    <progress
      className={styles['bar']}
      style={barStyle}
      aria-label={label}
      max={1}
      {...(fraction === undefined ? {} : { value: fraction })}
    />
  )
}

/** A loading text, for content whose shape is unknown. Lists and pictures have a skeleton instead. */
export function LoadingNote({ text }: { readonly text: string }) {
  return (
    <output className={styles['note']}>
      <Spinner />
      {text}
    </output>
  )
}
