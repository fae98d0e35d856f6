import type { ReactElement, SyntheticEvent } from 'react'
import { useRef } from 'react'
import type { SignIn } from './use-sign-in.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { FormProblem } from './form-problem.tsx'
import styles from './sign-in-form.module.css'
import { StepFields } from './step-fields.tsx'
import { useFocusProblem } from '#src/lib/use-focus-problem.ts'
import { useFocusStep } from './use-focus-step.ts'

/** A real form, so that password managers and the Enter key know what to do. Each step has one of its own. */
export function StepForm({ signIn }: { readonly signIn: SignIn }): ReactElement {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const { step, isBusy, problems, refusals } = signIn.flow
  useFocusStep(form)
  useFocusProblem(form, refusals)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    signIn.submit()
  }
  return (
    <form ref={form} className={styles['form']} method="post" noValidate onSubmit={onSubmit}>
      <StepFields signIn={signIn} />
      <FormProblem problem={problems.form} />
      <Button type="submit" look="primary" size="l" isWide isBusy={isBusy}>
        {text(`account.submit.${step}`)}
      </Button>
    </form>
  )
}
