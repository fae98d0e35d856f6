import { useEffect, useRef, useState } from 'react'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { ChoiceDialog } from '#src/design/dialog.tsx'
import { leaveNow, countUnsent, sendUnsent } from './leave-account.ts'
import styles from './leave-dialog.module.css'
import { leaveState } from '../leave-state.ts'

type Step = 'asking' | 'sending' | 'stuck' | 'leaving'

/** Asks at a logout whether to send unsent work, to discard it, or to stay logged in. */
export function LeaveDialog() {
  const text = useText()
  const count = countUnsent(useSnapshot(hubState).work)
  const [step, setStep] = useState<Step>('asking')
  const sendController = useRef(new AbortController())
  useEffect(() => () => sendController.current.abort(), [])
  const closeDialog = () => Object.assign(leaveState, { isAsking: false })
  const leave = async () => {
    sendController.current.abort()
    setStep('leaving')
    await leaveNow().finally(closeDialog)
  }
  const sendFirst = async () => {
    const { signal } = (sendController.current = new AbortController())
    setStep('sending')
    const outcome = await sendUnsent(signal)
    if (signal.aborted) return
    if (outcome === 'sent') await leave()
    else setStep('stuck')
  }
  const hasNoUnsent = count === 0
  const footer = (
    <div className={styles['buttons']}>
      <Button variant="plain" onClick={closeDialog}>
        {text('account.leave.stay')}
      </Button>
      {!hasNoUnsent && (
        <Button onClick={() => void leave()} isBusy={step === 'leaving'}>
          {text('account.leave.discard')}
        </Button>
      )}
      <Button variant="primary" onClick={() => void sendFirst()} isBusy={step === 'sending' || (hasNoUnsent && step === 'leaving')}>
        {text(hasNoUnsent ? 'account.menu.logOut' : 'account.leave.send')}
      </Button>
    </div>
  )
  return (
    <ChoiceDialog
      title={text('account.leave.title')}
      language="en"
      direction="ltr"
      footer={footer}
      onCancel={closeDialog}
      onKeyDown={() => undefined}
    >
      <p className={styles['words']}>{text(hasNoUnsent ? 'account.leave.nothing' : 'account.leave.unsent', { count })}</p>
      <output className={styles['words']}>{step === 'stuck' && !hasNoUnsent && text('account.leave.stuck')}</output>
    </ChoiceDialog>
  )
}
