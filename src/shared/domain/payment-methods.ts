/** By code, which histories and receipts carry. */
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

/** A payment method as people know it; its number where the code is not in the table. Rule: docs/billing.md, "Histories". */
export function paymentMethodName(code: number): string {
  return PAYMENT_METHODS[code] ?? String(code)
}
