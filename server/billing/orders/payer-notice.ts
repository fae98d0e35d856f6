import type { SubscriptionRow } from '../membership/membership.ts'
import type { PaymentRow } from './record-payment.ts'

/** What somebody is told by mail about their money. */
export type PayerNotice =
  | { readonly kind: 'paid' | 'trial_begun'; readonly payment: PaymentRow }
  | { readonly kind: 'trial_ends' | 'past_due' | 'cancelled' | 'ended'; readonly subscription: SubscriptionRow }
