import type { ReactElement } from 'react'
import styles from './range.module.css'

interface RangeProps {
  readonly id?: string
  /** Its name, where no label of its own stands beside it. */
  readonly label?: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly valueText: string
  readonly disabled?: boolean
  readonly onValue: (value: number) => void
}

/** The bare native slider. */
export function Range({ label, valueText, onValue, ...rest }: RangeProps): ReactElement {
  return (
    <input
      {...rest}
      className={styles['range']}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      onChange={(event) => onValue(event.target.valueAsNumber)}
    />
  )
}
