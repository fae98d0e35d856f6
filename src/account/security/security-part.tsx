import type { UserInfo } from '#shared/api/user.ts'
import { GoogleSection } from '../google/google-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { EmailSection } from './email-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

interface SecurityPartProps {
  readonly account: UserInfo
}

/** How the account is entered and protected, beside its password; a part of its own, which the settings load when they are shown. */
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
