import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { LinkedText } from '#src/routing/linked-text.tsx'
import { Button } from '#src/design/button.tsx'
import { useFocusProblem } from '#src/browser/focus-problem.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { FormProblem } from '../account-form.tsx'
import { hasPasskeys } from '../passkeys/device-passkeys.ts'
import styles from './sign-in-form.module.css'
import type { SignInStep } from './sign-in-flow.ts'
import type { SignIn } from './use-sign-in.ts'
import { endRefusedSession } from '../session/refused-sign-in.ts'
import { enterAs } from '../session/session.ts'
import { StepFields } from './step-fields.tsx'

const GoogleSignIn = lazyPart([], async () => (await import('../google/google-sign-in.tsx')).GoogleSignIn)

const SIGN_UP_STEPS: ReadonlySet<SignInStep> = new Set(['signUpEmail', 'signUpDetails'])

interface SignInFormProps {
  readonly signIn: SignIn
  /** Shown instead of the first step's own description. */
  readonly reason?: string | undefined
}

const FIRST_STEPS: ReadonlySet<SignInStep> = new Set(['login', 'signUpEmail'])

/** A store subscription that never notifies, because the capabilities of a browser do not change. */
function followNothing(): () => void {
  return () => undefined
}

/** The fields of the current step, with links to other steps. The caller renders the title. */
export function SignInForm({ signIn, reason }: SignInFormProps) {
  const text = useText()
  const { step, email, notice } = signIn.flow
  const isFirstStep = FIRST_STEPS.has(step)
  // The served HTML assumes support for passkeys, and so does hydration: a different form would discard text that the user has typed.
  const canUsePasskeys = useSyncExternalStore(followNothing, hasPasskeys, () => true)
  return (
    <div className={styles['panel']}>
      <p className={styles['lead']}>{isFirstStep && reason !== undefined ? reason : text(`account.lead.${step}`, { email })}</p>
      <output className={styles['notice']}>{notice !== null && text(`account.notice.${notice}`)}</output>
      <StepForm key={step} signIn={signIn} />
      {SIGN_UP_STEPS.has(step) && (
        <p className={styles['agree']}>
          <LinkedText text={text('account.agree')} />
        </p>
      )}
      {(step === 'login' || step === 'signUpDetails') && canUsePasskeys && (
        <Button icon="device" size="l" isWide isBusy={signIn.flow.isBusy} onClick={signIn.submitPasskey}>
          {text(step === 'login' ? 'account.passkey.logIn' : 'account.passkey.signUp')}
        </Button>
      )}
      {isFirstStep && (
        <div className={styles['others']} data-or={text('account.or')}>
          <OtherWaysIn onSecondFactor={signIn.askSecondFactor} />
        </div>
      )}
      <StepLinks signIn={signIn} />
    </div>
  )
}

/** The form of one step. It is a real form element, for password managers and the Enter key. */
function StepForm({ signIn }: { readonly signIn: SignIn }) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const { step, isBusy, problems, refusals } = signIn.flow
  useFocusStep(form)
  useFocusProblem(form, refusals)
  const onSubmit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    signIn.submit()
  }
  return (
    <form ref={form} className={styles['form']} method="post" noValidate onSubmit={onSubmit}>
      <StepFields signIn={signIn} />
      <FormProblem problem={problems.form} />
      <Button type="submit" variant="primary" size="l" isWide isBusy={isBusy}>
        {text(`account.submit.${step}`)}
      </Button>
    </form>
  )
}

/** Focuses the first empty field when a step opens. */
function useFocusStep(form: React.RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([aria-hidden])') ?? [])]
    const fieldToFocus = fields.find(({ value }) => value === '') ?? fields[0]
    fieldToFocus?.focus({ preventScroll: true })
  }, [form])
}

interface StepLink {
  readonly to: 'login' | 'signUpEmail' | 'resetEmail'
  readonly label: string
}

const STEP_LINKS: Record<SignInStep, readonly StepLink[]> = {
  secondFactor: [{ to: 'login', label: 'account.link.backToLogin' }],
  login: [
    { to: 'resetEmail', label: 'account.link.forgot' },
    { to: 'signUpEmail', label: 'account.link.create' },
  ],
  signUpEmail: [{ to: 'login', label: 'account.link.login' }],
  signUpCode: [{ to: 'signUpEmail', label: 'account.link.otherEmail' }],
  signUpDetails: [{ to: 'signUpEmail', label: 'account.link.otherEmail' }],
  resetEmail: [{ to: 'login', label: 'account.link.backToLogin' }],
  resetCode: [{ to: 'resetEmail', label: 'account.link.otherEmail' }],
  resetPassword: [{ to: 'login', label: 'account.link.backToLogin' }],
  done: [],
}

/** Links to other steps. A click changes the step; opened in a new tab, a link leads to the screen of that step. */
function StepLinks({ signIn }: { readonly signIn: SignIn }) {
  const text = useText()
  const go = (event: React.MouseEvent, to: SignInStep) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!signIn.flow.isBusy) signIn.goToStep(to)
  }
  return (
    <div className={styles['links']}>
      {STEP_LINKS[signIn.flow.step].map(({ to, label }) => (
        <Link
          key={to}
          href={linkTo(to === 'signUpEmail' ? 'signup' : 'login') + location.search}
          className={styles['link']}
          onClick={(event: React.MouseEvent) => go(event, to)}
        >
          {text(label)}
        </Link>
      ))}
    </div>
  )
}

/** The login with Google, shown below the form. */
function OtherWaysIn({ onSecondFactor }: { readonly onSecondFactor: () => void }) {
  const onRefused: typeof endRefusedSession = async (code, way) =>
    code === 'SECOND_FACTOR_NEEDED' ? onSecondFactor() : endRefusedSession(code, way)
  return (
    <Suspense>
      <GoogleSignIn onLoggedIn={enterAs} onRefused={onRefused} />
    </Suspense>
  )
}
