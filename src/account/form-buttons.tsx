import { useState } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import styles from './security.module.css'

interface FormButtonsProps {
  readonly label: string
  readonly variant?: 'quiet' | 'danger'
  readonly isBusy: boolean
  readonly onClose: () => void
}

interface FormOpenerProps {
  readonly label: string
  readonly children: (close: () => void) => React.ReactNode
}

/** A button that is replaced by the form that it opens. If the user cancels, the button has the focus again. */
export function FormOpener({ label, children }: FormOpenerProps) {
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new')
  if (state === 'open') return <>{children(() => setState('closed'))}</>
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus was closed by a press just now
    <Button aria-expanded={false} autoFocus={state === 'closed'} onClick={() => setState('open')}>
      {label}
    </Button>
  )
}

/** The last row of an opened form: a submit button and a cancel button. */
export function FormButtons({ label, variant = 'quiet', isBusy, onClose }: FormButtonsProps) {
  const text = useText()
  return (
    <div className={styles['buttons']}>
      <Button type="submit" variant={variant} isBusy={isBusy}>
        {label}
      </Button>
      <Button variant="plain" onClick={onClose}>
        {text('security.cancel')}
      </Button>
    </div>
  )
}
