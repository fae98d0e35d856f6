import { privacyPolicy } from '#shared/legal/privacy-policy.ts'
import { LegalPage, useOperator } from './legal-page.tsx'

export function PrivacyPage() {
  return <LegalPage document={privacyPolicy(useOperator())} />
}
