import { termsOfService } from '#shared/legal/terms-of-service.ts'
import { LegalPage, useOperator } from './legal-page.tsx'

export function TermsPage() {
  return <LegalPage document={termsOfService(useOperator())} />
}
