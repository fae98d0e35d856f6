import type { ReactElement } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { SecondFactorSection } from './second-factor-section.tsx'

interface SecurityPartProps {
  readonly account: UserInfo
}

/** How the account is entered and protected, beside its password. */
export function SecurityPart({ account }: SecurityPartProps): ReactElement {
  return <SecondFactorSection account={account} />
}
