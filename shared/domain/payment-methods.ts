/** The payment methods. The index of a method is its code in histories and receipts. */
export const PAYMENT_METHODS = [
  'WeChat Pay',
  'Alipay',
  'Google Pay',
  'Apple Pay',
  'PayPal',
  'Amazon Pay',
  'Link',
  'Klarna',
  'Bank transfer',
  'SEPA debit',
  'iDEAL',
  'Cash App Pay',
  'Samsung Pay',
  'Card (Subotiz)',
  'Card (Stripe)',
] as const

/** The display name of a payment method; the number of an unknown code. Rule: docs/billing.md, "Histories". */
export function paymentMethodName(code: number): string {
  return PAYMENT_METHODS[code] ?? String(code)
}
