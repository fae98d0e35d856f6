import { z } from 'zod'
import type { Operator } from '#shared/legal/legal-document.ts'
import { HUNDREDTHS_PER_PERCENT, TAX_NUMBER_MAX_LENGTH } from '#shared/domain/invoice-rules.ts'

const SELLER_MAX_LENGTH = 300
/** The seller's name if none is configured. */
const APP_NAME = 'Kinora'

export const SELLER_VARIABLES = {
  SELLER_NAME: z.string().max(SELLER_MAX_LENGTH).optional(),
  SELLER_ADDRESS: z.string().max(SELLER_MAX_LENGTH).optional(),
  SELLER_TAX_NUMBER: z.string().max(TAX_NUMBER_MAX_LENGTH).optional(),
  TAX_RATE_PERCENT: z
    .string()
    .regex(/^\d{1,2}(?:\.\d{1,2})?$/, 'must be a rate below 100 with at most 2 decimals, such as 19 or 7.7')
    .optional(),
  INVOICE_PREFIX: z
    .string()
    .regex(/^[A-Z\d]{1,12}$/, 'must be 1 to 12 capital letters and digits')
    .default('KIN'),
}

export interface Seller {
  /** The prefix of each document number; it identifies the seller's own series. */
  readonly prefix: string
  readonly name: string
  readonly address: string
  readonly taxNumber: string
  /** The tax included in prices, in hundredths of a percent. Null: invoices show no tax. */
  readonly taxRate: number | null
}

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    readonly seller: Seller
  }
}

const variablesSchema = z.object(SELLER_VARIABLES)
type Variables = z.infer<typeof variablesSchema>

/** The configured seller, else the operator. Throws one sentence if a tax rate is set without the details that it requires. */
export function sellerConfig(env: Variables, operator: Operator): Seller {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_TAX_NUMBER: taxNumber, TAX_RATE_PERCENT: percent } = env
  const isComplete = name !== undefined && address !== undefined && taxNumber !== undefined
  if (percent !== undefined && !isComplete)
    throw new Error('TAX_RATE_PERCENT shows tax on invoices and needs SELLER_NAME, SELLER_ADDRESS, and SELLER_TAX_NUMBER.')
  return {
    prefix: env.INVOICE_PREFIX,
    name: name ?? operator.name ?? APP_NAME,
    address: restoreLineBreaks(address ?? (name === undefined ? operator.address : null) ?? ''),
    taxNumber: taxNumber ?? '',
    taxRate: percent === undefined ? null : Math.round(Number(percent) * HUNDREDTHS_PER_PERCENT),
  }
}

/** Replaces the two characters `\n` with a line break, because a line of an environment file cannot contain one. */
function restoreLineBreaks(text: string): string {
  return text.replaceAll(String.raw`\n`, '\n').trim()
}
