/** The documents of a payment: its invoice, and a credit note per refund. */
export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** The maximum number of characters of a payer's name on invoices. */
export const BILLING_NAME_MAX_LENGTH = 120
/** The maximum number of characters of a payer's address on invoices. */
export const BILLING_ADDRESS_MAX_LENGTH = 300
/** The maximum number of lines of a payer's address; a document then fits on one sheet. */
export const BILLING_ADDRESS_MAX_LINES = 8
/** The maximum number of characters of a tax number. */
export const TAX_NUMBER_MAX_LENGTH = 40
/** The fewest digits of a document's number; a smaller number gets leading zeros. */
export const DOCUMENT_NUMBER_DIGITS = 6

/** The unit of tax rates: 7.7 % is 770. */
export const HUNDREDTHS_PER_PERCENT = 100
const WHOLE_RATE = 100 * HUNDREDTHS_PER_PERCENT

const NUMBER_MARKS = { invoice: '', credit_note: 'C' } as const

/** The printed number of a document: 'KIN-000012', a credit note's 'KIN-C000003'. Rule: docs/billing.md, "Invoices". */
export function documentNumber({
  kind,
  prefix,
  number,
}: {
  readonly kind: DocumentKind
  readonly prefix: string
  readonly number: number
}): string {
  return `${prefix}-${NUMBER_MARKS[kind]}${String(number).padStart(DOCUMENT_NUMBER_DIGITS, '0')}`
}

/** The tax in a gross price, in whole cents; half a cent rounds up. `rate` is in hundredths of a percent. */
export function containedTaxCents(grossCents: number, rate: number): number {
  const grossRate = WHOLE_RATE + rate
  return Math.floor((2 * grossCents * rate + grossRate) / (2 * grossRate))
}

/** A rate in hundredths of a percent as '7.7'. */
export function taxRateText(rate: number): string {
  return String(rate / HUNDREDTHS_PER_PERCENT)
}
