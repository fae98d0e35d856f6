import type { RefundAmounts } from '#shared/domain/refund-rules.ts'
import type { SubscriptionRow } from '../membership.ts'
import type { PaymentRow } from './record-payment.ts'

export type PayerNotice =
  | { readonly kind: 'paid' | 'trial_begun'; readonly payment: PaymentRow }
  | {
      readonly kind: 'refunded' | 'refund_refused'
      readonly payment: PaymentRow
      readonly refund: RefundAmounts & { readonly endsPlan: boolean }
    }
  | {
      readonly kind: 'trial_ends' | 'renews' | 'past_due' | 'cancelled' | 'resumed' | 'ended' | 'plan_changes' | 'plan_kept'
      readonly subscription: SubscriptionRow
    }
