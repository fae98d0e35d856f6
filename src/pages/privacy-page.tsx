import type { ReactElement } from 'react'
import { privacyPolicy } from '#shared/legal/privacy-policy.ts'
import { LegalPage } from '#src/features/legal/legal-page.tsx'
import { useOperator } from '#src/features/legal/use-operator.ts'

export function PrivacyPage(): ReactElement {
  return <LegalPage document={privacyPolicy(useOperator())} />
}
