import type { ReactElement } from 'react'
import { PayResultScreen } from './pay-result-screen.tsx'

export function PaySuccessPage(): ReactElement {
  return <PayResultScreen type="pay_success" />
}
