import { openLogin } from './login-dialog-state.ts'
import { keepSignIn } from './sign-in-draft.ts'
import { startSignIn } from './sign-in-flow.ts'

/** Opens the login at the step that asks for the second factor, after a first one that was shown outside of the form. */
export function askSecondFactor(): void {
  keepSignIn({ ...startSignIn('login', ''), step: 'secondFactor' }, Date.now())
  void openLogin()
}
