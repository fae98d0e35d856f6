import type { UserInfo } from '#shared/api/user.ts'
import { GoogleSection } from '../google/google-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { EmailSection } from './email-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

interface SecurityPartProps {
  readonly account: UserInfo
}

/** Sign-in methods and protection of the account, except its password. A separate chunk, which the settings load when shown. */
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
