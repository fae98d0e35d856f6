import type { UserInfo } from '#shared/api/user.ts'
import { GoogleSection } from '../google/google-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { EmailSection } from './email-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

interface SecurityPartProps {
  readonly account: UserInfo
}

/** The sign-in methods and the protection of the account, except the password. The settings load this part when it is shown. */
export function SecurityPart({ account }: SecurityPartProps) {
  return (
    <>
      <EmailSection account={account} />
      <GoogleSection account={account} />
      <PasskeysSection account={account} />
      <SecondFactorSection account={account} />
    </>
  )
}
