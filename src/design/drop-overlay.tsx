import { useText } from '#src/i18n/i18n.ts'
import styles from './drop-overlay.module.css'
import { Icon } from './icon.tsx'

export function DropOverlay() {
  const text = useText()
  return (
    <div className={styles['overlay']} aria-hidden="true">
      <div className={styles['card']}>
        <Icon name="image" size="l" />
        {text('intake.dropHere')}
      </div>
    </div>
  )
}
