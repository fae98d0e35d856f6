import type { MouseEvent, ReactElement } from 'react'
import type { SignIn } from './use-sign-in.ts'
import type { SignInStep } from './sign-in-flow.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { Link } from 'wouter'
import styles from './sign-in-form.module.css'

interface StepLink {
  readonly to: 'login' | 'signUpEmail' | 'resetEmail'
  readonly label: string
}

const LINKS: Record<SignInStep, readonly StepLink[]> = {
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

/** Ways to the other steps. They change the step where it stands; opened in a new tab they lead to the screens of their own. */
export function StepLinks({ signIn }: { readonly signIn: SignIn }): ReactElement {
  const text = useText()
  const go = (event: MouseEvent, to: SignInStep) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!signIn.flow.isBusy) signIn.go(to)
  }
  return (
    <div className={styles['links']}>
      {LINKS[signIn.flow.step].map(({ to, label }) => (
        <Link
          key={to}
          href={linkTo(to === 'signUpEmail' ? 'signup' : 'login') + location.search}
          className={styles['link']}
          onClick={(event: MouseEvent) => go(event, to)}
        >
          {text(label)}
        </Link>
      ))}
    </div>
  )
}
