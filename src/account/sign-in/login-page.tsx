import type { ReactElement } from 'react'
import { SignInScreen } from './sign-in-screen.tsx'

export function LoginPage(): ReactElement {
  return <SignInScreen start="login" />
}
