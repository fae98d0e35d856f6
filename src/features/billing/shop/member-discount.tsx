import type { ReactElement } from 'react'
import { useId } from 'react'
import { useText } from '#src/lib/i18n.ts'
import styles from './member-discount.module.css'

interface MemberDiscountProps {
  /** The packs cost this person half already. */
  readonly isPaying: boolean
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
}

/** The switch for the members' prices. For a paying member it is on for good, because their packs have no other price. */
export function MemberDiscount({ isPaying, isOn, onTurn }: MemberDiscountProps): ReactElement {
  const text = useText()
  const hintId = useId()
  return (
    <label className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['title']}>{text('pricing.discount.title')}</span>
        <span id={hintId} className={styles['hint']}>
          {text(isPaying ? 'pricing.discount.taken' : 'pricing.discount.hint')}
        </span>
      </span>
      <input
        className={styles['switch']}
        type="checkbox"
        role="switch"
        aria-label={text('pricing.discount.title')}
        aria-describedby={hintId}
        checked={isPaying || isOn}
        aria-checked={isPaying || isOn}
        disabled={isPaying}
        onChange={(event) => onTurn(event.target.checked)}
      />
    </label>
  )
}
