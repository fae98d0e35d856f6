import type { UserInfo } from '#shared/api/user.ts'
import { GoogleSection } from '../google/google-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { PasswordForm } from '../settings/password-form.tsx'
import { EmailSection } from './email-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export interface SecurityPartProps {
  readonly account: UserInfo
  readonly onPasswordChanged: () => void
}

/** The login methods and the protection of the account. The settings load this part when it is shown. */
export function SecurityPart({ account, onPasswordChanged }: SecurityPartProps) {
  return (
    <>
      <EmailSection account={account} />
      <PasswordForm account={account} onChanged={onPasswordChanged} />
      <GoogleSection account={account} />
      <PasskeysSection account={account} />
      <SecondFactorSection account={account} />
    </>
  )
}
