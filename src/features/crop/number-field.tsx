import type { KeyboardEvent, ReactElement } from 'react'
import { useId, useState } from 'react'
import styles from './number-fields.module.css'

interface NumberFieldProps {
  readonly label: string
  /** Null while there is nothing to count. */
  readonly value: number | null
  readonly max: number
  readonly onValue: (value: number) => void
}

/** A whole number that counts once the field is left or Enter is pressed, so that nothing jumps while it is being typed. */
export function NumberField({ label, value, max, onValue }: NumberFieldProps): ReactElement {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  function apply(): void {
    setDraft(null)
    if (draft !== null && draft.trim() !== '') onValue(Number(draft))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || draft === null) return
    event.preventDefault()
    apply()
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <input
        id={id}
        className={styles['input']}
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        step={1}
        value={draft ?? value ?? ''}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={apply}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
