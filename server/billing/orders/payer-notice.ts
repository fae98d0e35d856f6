import type { SubscriptionRow } from '../membership/membership.ts'
import type { PaymentRow } from './record-payment.ts'

/** The mails a payer gets about a payment. */
export type PayerNotice =
  | { readonly kind: 'paid' | 'trial_begun'; readonly payment: PaymentRow }
  | { readonly kind: 'trial_ends' | 'past_due' | 'cancelled' | 'ended'; readonly subscription: SubscriptionRow }
