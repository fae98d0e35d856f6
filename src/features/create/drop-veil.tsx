import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './drop-veil.module.css'

/** Shown while a file hovers over the page. */
export function DropVeil(): ReactElement {
  const text = useText()
  return (
    <div className={styles['veil']} aria-hidden="true">
      <div className={styles['card']}>
        <Icon name="image" size="l" />
        {text('create.dropHere')}
      </div>
    </div>
  )
}
