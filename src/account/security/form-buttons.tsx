import type { ReactElement } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import styles from './security.module.css'

interface FormButtonsProps {
  readonly label: string
  readonly look?: 'quiet' | 'danger'
  readonly isBusy: boolean
  readonly onClose: () => void
}

/** The end of a form that was opened by a press: go on, or leave it. */
export function FormButtons({ label, look = 'quiet', isBusy, onClose }: FormButtonsProps): ReactElement {
  const text = useText()
  return (
    <div className={styles['buttons']}>
      <Button type="submit" look={look} isBusy={isBusy}>
        {label}
      </Button>
      <Button look="plain" onClick={onClose}>
        {text('security.cancel')}
      </Button>
    </div>
  )
}
