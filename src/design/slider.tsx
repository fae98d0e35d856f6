import { useId } from 'react'
import styles from './slider.module.css'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly valueText: string
  readonly startLabel: string
  readonly endLabel: string
  readonly onValue: (value: number) => void
}

export function Slider({ label, value, min, max, step, valueText, startLabel, endLabel, onValue }: SliderProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <div className={styles['head']}>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className={styles['value']}>
          {valueText}
        </output>
      </div>
      <Range id={id} value={value} min={min} max={max} step={step} valueText={valueText} onValue={onValue} />
      <div className={styles['ends']} aria-hidden="true">
        <span>{startLabel}</span>
        <span>{endLabel}</span>
      </div>
    </div>
  )
}

interface RangeProps {
  readonly id?: string
  /** The accessible name, if the slider has no visible label. */
  readonly label?: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly valueText: string
  readonly disabled?: boolean
  readonly onValue: (value: number) => void
}

/** A native slider without label and value. */
export function Range({ label, valueText, onValue, ...rest }: RangeProps) {
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
