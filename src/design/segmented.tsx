import { type ReactElement, useId } from 'react'
import styles from './segmented.module.css'

interface Segment<Value extends string | number> {
  readonly value: Value
  readonly label: string
  readonly note?: string
}

interface SegmentedProps<Value extends string | number> {
  readonly label: string
  /** The options stand on one line with other things, and only those who hear the page are told what they are. */
  readonly isInline?: boolean
  readonly options: readonly Segment<Value>[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

/** One of a few: native radio buttons, so that arrows, tab and screen readers work as everywhere. */
export function Segmented<Value extends string | number>({
  label,
  isInline = false,
  options,
  value,
  onValue,
}: SegmentedProps<Value>): ReactElement {
  const name = useId()
  return (
    <fieldset className={styles['group']}>
      <legend className={isInline ? 'visually-hidden' : styles['legend']}>{label}</legend>
      <div className={styles['track']}>
        {options.map((option) => (
          <label key={option.value} className={styles['segment']}>
            <input
              className={styles['input']}
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            <span>{option.label}</span>
            {option.note !== undefined && <span className={styles['note']}>{option.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
