import type { ReactElement } from 'react'
import { privacyPolicy } from '#shared/legal/privacy-policy.ts'
import { LegalPage, useOperator } from './legal-page.tsx'

export function PrivacyPage(): ReactElement {
  return <LegalPage document={privacyPolicy(useOperator())} />
}
