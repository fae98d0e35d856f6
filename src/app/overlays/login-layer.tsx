import type { ReactElement } from 'react'
import { LoginDialog } from '#src/account/sign-in/login-dialog.tsx'
import { OtherWaysIn } from '#src/account/sign-in/other-ways-in.tsx'

export function LoginLayer(): ReactElement {
  return <LoginDialog others={<OtherWaysIn />} />
}
