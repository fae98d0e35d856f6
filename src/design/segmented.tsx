import { useId } from 'react'
import styles from './segmented.module.css'

interface Segment<Value extends string | number> {
  readonly value: Value
  readonly label: string
  readonly note?: string
}

interface SegmentedProps<Value extends string | number> {
  readonly label: string
  /** Whether the choice is in a row with other controls. Its label is then for screen readers only. */
  readonly isInline?: boolean
  readonly options: readonly Segment<Value>[]
  readonly value: Value
  readonly onValue: (value: Value) => void
}

/** A choice from a few options. It consists of native radio buttons, which have the usual keys and announcements. */
export function Segmented<Value extends string | number>({ label, isInline = false, options, value, onValue }: SegmentedProps<Value>) {
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
