import type { ReactElement, ReactNode } from 'react'
import type { SignInStep } from './sign-in-flow.ts'
import type { SignIn } from './use-sign-in.ts'
import { useText } from '#src/platform/i18n.ts'
import { LinkedText } from '#src/platform/linked-text.tsx'
import styles from './sign-in-form.module.css'
import { StepForm, StepLinks } from './step-form.tsx'

const SIGN_UP_STEPS: ReadonlySet<SignInStep> = new Set(['signUpEmail', 'signUpDetails'])

interface SignInFormProps {
  readonly signIn: SignIn
  /** Replaces what the first step says about itself. */
  readonly reason?: string | undefined
  /** Other ways in, below the e-mail. */
  readonly others?: ReactNode
}

const FIRST_STEPS: ReadonlySet<SignInStep> = new Set(['login', 'signUpEmail'])

/** The step that is open, with what it is about and the ways to the others. Its title stands with whoever shows it. */
export function SignInForm({ signIn, reason, others }: SignInFormProps): ReactElement {
  const text = useText()
  const { step, email, notice } = signIn.flow
  const isFirst = FIRST_STEPS.has(step)
  return (
    <div className={styles['panel']}>
      <p className={styles['lead']}>{isFirst && reason !== undefined ? reason : text(`account.lead.${step}`, { email })}</p>
      <output className={styles['notice']}>{notice !== null && text(`account.notice.${notice}`)}</output>
      <StepForm key={step} signIn={signIn} />
      {SIGN_UP_STEPS.has(step) && (
        <p className={styles['agree']}>
          <LinkedText text={text('account.agree')} />
        </p>
      )}
      {isFirst && (
        <div className={styles['others']} data-or={text('account.or')}>
          {others}
        </div>
      )}
      <StepLinks signIn={signIn} />
    </div>
  )
}
