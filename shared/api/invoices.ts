import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import * as rules from '#shared/domain/invoice-rules.ts'

/** Trimmed text without control characters, of at most `maxLines` lines. */
function trimmedTextSchema(maxLength: number, maxLines: number) {
  return z.pipe(
    z.pipe(
      plainText(4 * maxLength),
      z.transform((text: string) => text.replaceAll('\r\n', '\n').trim()),
    ),
    z.string().check(
      z.maxLength(maxLength),
      z.refine((text) => text.split('\n').length <= maxLines),
      z.regex(/^(?:\P{Cc}|\n)*$/u),
    ),
  )
}

const billingDetailsSchema = z.lazy(() =>
  z.object({
    name: trimmedTextSchema(rules.BILLING_NAME_MAX_LENGTH, 1),
    address: trimmedTextSchema(rules.BILLING_ADDRESS_MAX_LENGTH, rules.BILLING_ADDRESS_MAX_LINES),
    taxNumber: trimmedTextSchema(rules.TAX_NUMBER_MAX_LENGTH, 1),
  }),
)
export type BillingDetails = z.infer<typeof billingDetailsSchema>

/** The account's details for its invoices; each may be empty. */
export const getBillingDetails = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/billing-details',
  input: z.lazy(() => z.object({})),
  data: billingDetailsSchema,
})

/** Changes the details of future invoices. */
export const saveBillingDetails = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/billing-details',
  input: billingDetailsSchema,
  data: billingDetailsSchema,
})

const partySchema = z.lazy(() => z.object({ name: z.string(), address: z.string(), taxNumber: z.string() }))

/** An invoice or a credit note, as issued. */
export const documentSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(rules.DOCUMENT_KINDS),
    /** The printed number. */
    number: z.string(),
    issuedAt: numbers.time(),
    seller: partySchema,
    payer: partySchema,
    /** Cents; the sum of net amount and tax. */
    grossAmount: numbers.amount(),
    netAmount: numbers.amount(),
    taxAmount: numbers.amount(),
    /** Hundredths of a percent; null if the document shows no tax. */
    taxRate: z.nullable(numbers.taxRate()),
  }),
)
export type InvoiceDocument = z.infer<typeof documentSchema>

/** The path of a document's PDF, followed by its id. The session's cookie identifies the account, so that a plain link works. */
export const INVOICE_PATH = '/api/pay/invoices/'
export const INVOICE_FILE = '.pdf'

/** The address of a document's PDF. */
export function invoiceAddress(id: string): string {
  return `${INVOICE_PATH}${id}${INVOICE_FILE}`
}

/** All documents of the account in one ZIP file. */
export const ALL_INVOICES_ADDRESS = `${INVOICE_PATH}all.zip`
