import type { ReactElement } from 'react'
import { termsOfService } from '#shared/legal/terms-of-service.ts'
import { LegalPage } from '#src/features/legal/legal-page.tsx'
import { useOperator } from '#src/features/legal/use-operator.ts'

export function TermsPage(): ReactElement {
  return <LegalPage document={termsOfService(useOperator())} />
}
