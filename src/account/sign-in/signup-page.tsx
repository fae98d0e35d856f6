import type { ReactElement } from 'react'
import { SignInScreen } from './sign-in-screen.tsx'

export function SignupPage(): ReactElement {
  return <SignInScreen start="signUpEmail" />
}
