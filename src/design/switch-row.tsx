import { useId } from 'react'
import styles from './switch-row.module.css'

interface SwitchRowProps {
  readonly title: string
  readonly hint: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  /** Whether a change is in progress. Further presses are ignored then. */
  readonly isBusy?: boolean
  readonly onTurn: (isOn: boolean) => void
}

/** A switch with its name and a hint. The whole row can be pressed. */
export function SwitchRow({ title, hint, isOn, isDisabled = false, isBusy = false, onTurn }: SwitchRowProps) {
  const hintId = useId()
  return (
    <label className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['title']}>{title}</span>
        <span id={hintId} className={styles['hint']}>
          {hint}
        </span>
      </span>
      <input
        className={styles['switch']}
        type="checkbox"
        role="switch"
        aria-label={title}
        aria-describedby={hintId}
        aria-busy={isBusy || undefined}
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={(event) => {
          if (!isBusy) onTurn(event.target.checked)
        }}
      />
    </label>
  )
}
