import type { ReactElement } from 'react'
import { LoginDialog } from '#src/features/account/login-dialog.tsx'
import { OtherWaysIn } from '#src/pages/other-ways-in.tsx'

export function LoginLayer(): ReactElement {
  return <LoginDialog others={<OtherWaysIn />} />
}
