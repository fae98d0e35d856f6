import type { ReactElement } from 'react'
import { formatElapsed } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import { useNow } from '#src/platform/use-now.ts'
import { Button } from '#src/design/button.tsx'
import { secondsLeft } from './form-problem.tsx'
import styles from './sign-in/sign-in-form.module.css'

interface ResendRowProps {
  readonly resendAtMs: number
  readonly isBusy: boolean
  readonly onResend: () => void
}

/** Requests another code once that is allowed. Until then the button keeps its size and focus. */
export function ResendRow({ resendAtMs, isBusy, onResend }: ResendRowProps): ReactElement {
  const text = useText()
  const seconds = secondsLeft(resendAtMs, useNow())
  const isEarly = seconds > 0 || isBusy
  return (
    <div className={styles['resend']}>
      <Button look="plain" icon="retry" aria-disabled={isEarly || undefined} onClick={isEarly ? undefined : onResend}>
        {text('account.resend')}
      </Button>
      {seconds > 0 && (
        <span className={styles['wait']} role="timer" aria-live="off">
          {text('account.resendIn', { time: formatElapsed(seconds * 1000) })}
        </span>
      )}
    </div>
  )
}
