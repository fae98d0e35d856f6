import type { ReactElement } from 'react'
import { useLocation } from 'wouter'
import type { SignInStep } from '#src/features/account/sign-in-flow.ts'
import { nextPath } from '#src/features/account/next-path.ts'
import { SignInForm } from '#src/features/account/sign-in-form.tsx'
import { useSignIn } from '#src/features/account/use-sign-in.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { Scene } from '#src/ui/scene/scene.tsx'
import { OtherWaysIn } from './other-ways-in.tsx'
import styles from './sign-in-screen.module.css'

const SCENES = { login: { palette: 'dusk', seed: 31 }, signUpEmail: { palette: 'dawn', seed: 12 } } as const

/** The screens of their own to log in and to sign up on; then it goes on to where the address says. */
export function SignInScreen({ start }: { readonly start: 'login' | 'signUpEmail' }): ReactElement {
  const text = useText()
  const [, navigate] = useLocation()
  const goOn = () => navigate(nextPath(location.search, location.origin) ?? linkTo('home'), { replace: true })
  const signIn = useSignIn(start, goOn)
  const go = (step: SignInStep) => {
    signIn.go(step)
    if (step === 'login' || step === 'signUpEmail') navigate(linkTo(step === 'login' ? 'login' : 'signup') + location.search)
  }
  return (
    <div className={styles['screen']}>
      <div className={styles['side']}>
        <h1 className={styles['title']}>{text(`account.title.${signIn.flow.step}`)}</h1>
        <SignInForm signIn={{ ...signIn, go }} others={<OtherWaysIn />} />
      </div>
      <div className={styles['frame']}>
        <Scene {...SCENES[start]} move="push" />
        <p className={styles['promise']}>{text('account.promise')}</p>
      </div>
    </div>
  )
}
