import type { ReactElement } from 'react'
import { PayResultScreen } from './pay-result-screen.tsx'

export function PayCancelPage(): ReactElement {
  return <PayResultScreen type="pay_cancel" />
}
