import type { ReactElement, RefObject, SyntheticEvent } from 'react'
import type { SignIn } from './use-sign-in.ts'
import { useEffect, useRef } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { useFocusProblem } from '#src/lib/use-focus-problem.ts'
import { FormProblem } from './form-problem.tsx'
import styles from './sign-in-form.module.css'
import { StepFields } from './step-fields.tsx'

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

/** A form begins in its first empty field, wherever the focus was before. */
function useFocusStep(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([aria-hidden])') ?? [])]
    const first = fields.find(({ value }) => value === '') ?? fields[0]
    first?.focus({ preventScroll: true })
  }, [form])
}
