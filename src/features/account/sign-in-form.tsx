import type { ReactElement, ReactNode, SyntheticEvent } from 'react'
import { useRef } from 'react'
import type { SignInStep } from './sign-in-flow.ts'
import type { SignIn } from './use-sign-in.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { FormProblem } from './form-problem.tsx'
import styles from './sign-in-form.module.css'
import { StepFields } from './step-fields.tsx'
import { StepLinks } from './step-links.tsx'
import { useFocusProblem } from './use-focus-problem.ts'

interface SignInFormProps {
  readonly signIn: SignIn
  /** Replaces what the first step says about itself. */
  readonly reason?: string | undefined
  /** Other ways in, below the e-mail. */
  readonly others?: ReactNode
}

const STEPS_WITH_OTHERS: ReadonlySet<SignInStep> = new Set(['login', 'signUpEmail'])

/** A real form for each step, so that password managers and the Enter key know what to do. Its title stands with whoever shows it. */
export function SignInForm({ signIn, reason, others }: SignInFormProps): ReactElement {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const { step, email, notice, isBusy, problems, refusals } = signIn.flow
  const isFirst = STEPS_WITH_OTHERS.has(step)
  useFocusProblem(form, refusals)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    signIn.submit()
  }
  return (
    <div className={styles['panel']}>
      <p className={styles['lead']}>{isFirst && reason !== undefined ? reason : text(`account.lead.${step}`, { email })}</p>
      <output className={styles['notice']}>{notice !== null && text(`account.notice.${notice}`)}</output>
      <form key={step} ref={form} className={styles['form']} method="post" noValidate onSubmit={onSubmit}>
        <StepFields signIn={signIn} />
        <FormProblem problem={problems.form} />
        <Button type="submit" look="primary" size="l" isWide isBusy={isBusy}>
          {text(`account.submit.${step}`)}
        </Button>
      </form>
      {isFirst && (
        <div className={styles['others']} data-or={text('account.or')}>
          {others}
        </div>
      )}
      <StepLinks signIn={signIn} />
    </div>
  )
}
