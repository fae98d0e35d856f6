import { linkTo, useLocation } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Scene } from '#src/design/scene/scene.tsx'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { parseUrl } from '#shared/parse-url.ts'
import styles from './sign-in-screen.module.css'
import type { SignInStep } from './sign-in-flow.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'

const SCENES = { login: { palette: 'dusk', seed: 31 }, signUpEmail: { palette: 'dawn', seed: 12 } } as const

/** The login screen and the sign-up screen. After the login, they open the address in the parameter `next`. */
export function SignInScreen({ start }: { readonly start: 'login' | 'signUpEmail' }) {
  const text = useText()
  const [, navigate] = useLocation()
  const openNextScreen = () => navigate(nextPath(location.search, location.origin) ?? linkTo('home'), { replace: true })
  const signIn = useSignIn(start, openNextScreen)
  const goToStep = (step: SignInStep) => {
    signIn.goToStep(step)
    if (step === 'login' || step === 'signUpEmail') navigate(linkTo(step === 'login' ? 'login' : 'signup') + location.search)
  }
  return (
    <div className={styles['screen']}>
      <div className={styles['side']}>
        <h1 className={styles['title']}>{text(`account.title.${signIn.flow.step}`)}</h1>
        <SignInForm signIn={{ ...signIn, goToStep }} />
      </div>
      <div className={styles['frame']}>
        <Scene {...SCENES[start]} move="push" />
        <p className={styles['promise']}>{text('account.promise')}</p>
      </div>
    </div>
  )
}

/**
 * The address to open after a login, from the parameter `next`: a screen of this site, without a language prefix. Null for
 * addresses of other sites and for the sign-in screens.
 */
export function nextPath(search: string, origin: string): string | null {
  const nextParam = new URLSearchParams(search).get('next')
  const target = nextParam === null || !nextParam.startsWith('/') ? undefined : parseUrl(nextParam, origin)
  if (target === undefined) return null
  const route = matchRoute(target.pathname)
  if (target.origin !== origin || route === undefined || route === 'login' || route === 'signup') return null
  const { path } = splitLocale(target.pathname)
  return path.startsWith('//') ? null : path + target.search + target.hash
}

export function LoginPage() {
  return <SignInScreen start="login" />
}

export function SignupPage() {
  return <SignInScreen start="signUpEmail" />
}
