import type { ReactElement } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import styles from './wipe.module.css'

const END = 100

interface WipeProps {
  /** How much of the width shows the still, in per cent. */
  readonly value: number
  readonly onValue: (value: number) => void
}

/** The draggable line between a picture and its video. */
export function Wipe({ value, onValue }: WipeProps): ReactElement {
  const text = useText()
  return (
    <div className={styles['wipe']} dir="ltr">
      <input
        className={styles['range']}
        type="range"
        min="0"
        max={END}
        value={value}
        aria-label={text('landing.wipe')}
        aria-valuetext={text('landing.wipeAt', { share: END - value })}
        onChange={({ target }) => onValue(target.valueAsNumber)}
      />
      <span className={styles['line']} aria-hidden="true">
        <span className={styles['knob']}>
          <Icon name="swap" size="s" />
        </span>
      </span>
      <span className={styles['label']} data-side="still" aria-hidden="true">
        {text('landing.still')}
      </span>
      <span className={styles['label']} data-side="moving" aria-hidden="true">
        {text('landing.moving')}
      </span>
    </div>
  )
}
