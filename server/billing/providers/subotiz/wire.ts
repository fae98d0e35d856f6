import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { minorDigits } from '#shared/domain/currencies.ts'

/**
 * The parts of Subotiz's answers that the server uses, and the signatures of calls and events. Ids are text or numbers; some missing fields
 * are empty texts.
 */

const id = z.union([z.string(), z.number()]).transform(String)
const idOrEmpty = id.nullish().transform((value) => value ?? '')

const amountIn = (currencyCode: string) =>
  z.string().transform((text, context) => {
    const value = centsOf(text, currencyCode)
    if (value !== undefined) return value
    context.addIssue('no amount of money')
    return z.NEVER
  })

const time = z.string().transform((text, context) => {
  const ms = Date.parse(text)
  if (!Number.isNaN(ms)) return ms
  context.addIssue('no time')
  return z.NEVER
})
const timeOrNone = z
  .union([z.literal(''), time])
  .nullish()
  .transform((ms) => (typeof ms === 'number' ? ms : null))

export const sessionMadeSchema = z.object({ session_id: id, session_url: z.url() })

/** The answer with a card page, which only the sandbox sends. */
export const cardPageSchema = z.object({ card_url: z.url() })

/** Answers about refunds and saved cards, which only the sandbox sends. */
export const refundSchema = z.object({ refund_id: id, refund_status: z.enum(['processing', 'succeeded', 'failed']) })
export const savedCardSchema = z.object({ card_id: id, card_url: z.url(), card_label: z.string(), is_saved: z.boolean() })
export const cardChargeSchema = z.object({
  session_id: id,
  session_url: z.url(),
  charge_status: z.enum(['succeeded', 'declined', 'requires_action']),
})
export const changePreviewSchema = (currencyCode: string) =>
  z.object({ credit_amount: amountIn(currencyCode), due_amount: amountIn(currencyCode) })

/** Only the sandbox sends the plan and the credit: Subotiz does not document plan changes. */
const plan = z
  .enum(['week', 'year'])
  .nullish()
  .transform((interval) => (typeof interval === 'string' ? PLANS[interval] : null))
const PLANS = { week: 'weekly', year: 'yearly' } as const

export const sessionSchema = z.object({ trade_id: idOrEmpty, status: z.enum(['open', 'expire', 'complete']) })

const tradeIn = (currencyCode: string) =>
  z.object({
    trade_id: id,
    amount: amountIn(currencyCode),
    currency: z.literal(currencyCode),
    trade_status: z.enum(['requires_payment_method', 'requires_action', 'processing', 'payment_failed', 'succeeded', 'closed']),
    payment_method: z.string().nullish(),
    invoice_id: idOrEmpty,
    paid_at: timeOrNone,
    total_refunded_amount: z
      .union([z.literal(''), amountIn(currencyCode)])
      .nullish()
      .transform((value) => (typeof value === 'number' ? value : 0)),
  })
export type Trade = z.infer<ReturnType<typeof tradeIn>>

/** A trade. Its currency determines the minor units of its amounts. */
export const tradeSchema = z.looseObject({ currency: z.string() }).transform((raw, context) => {
  const parsed = tradeIn(raw.currency).safeParse(raw)
  if (parsed.success) return parsed.data
  for (const { message } of parsed.error.issues) context.addIssue(message)
  return z.NEVER
})

export const invoiceSubscriptionSchema = z.object({ subscription_id: idOrEmpty })

const invoiceIn = (currencyCode: string) =>
  z.object({
    id: idOrEmpty,
    invoice_id: idOrEmpty,
    original_invoice_id: idOrEmpty,
    amount: amountIn(currencyCode),
    credit_amount: amountIn(currencyCode).optional(),
    plan_interval: plan,
    status: z.string().optional(),
    biz_status: z.string().optional(),
    invoice_type: z.string(),
    cycle_index: z.coerce.number().int().min(0),
    cycle_start: timeOrNone,
    cycle_end: timeOrNone,
    paid_at: timeOrNone,
  })
export type Invoice = z.infer<ReturnType<typeof invoiceIn>>

export const invoicesSchema = (currencyCode: string) =>
  z.object({ list: z.array(invoiceIn(currencyCode)), has_more: z.boolean().default(false) })

export const subscriptionSchema = z.object({
  id,
  order_id: idOrEmpty,
  status: z.enum(['init', 'trial', 'active', 'paused', 'past_due', 'unpaid', 'canceled', 'incomplete']),
  plan_interval: plan,
  next_plan_interval: plan,
  current_period_start: timeOrNone,
  current_period_end: timeOrNone,
  launch_cancel_at: timeOrNone,
  cancel_at: timeOrNone,
  is_canceling: z.boolean().default(false),
  updated_at: timeOrNone,
})
export type Subscription = z.infer<typeof subscriptionSchema>

export const eventSchema = z.object({
  id,
  type: z.string().min(1).max(100),
  data: z.looseObject({ id: idOrEmpty, order_id: idOrEmpty, subscription_id: idOrEmpty }),
})

const AMOUNT_PATTERN = /^(\d{1,13})(?:\.(\d{1,6}))?$/

/** A wire amount in minor units, without floating point; undefined if it is invalid or finer than a minor unit. */
export function centsOf(amount: string, currencyCode: string): number | undefined {
  const digits = minorDigits(currencyCode)
  const [, wholePart, fraction = ''] = AMOUNT_PATTERN.exec(amount) ?? []
  if (wholePart === undefined || /[1-9]/.test(fraction.slice(digits))) return undefined
  return Number(wholePart + fraction.slice(0, digits).padEnd(digits, '0'))
}

/** Allowed clock difference and delay of a message, in ms. */
export const SIGNED_WINDOW_MS = 5 * 60 * 1000

/** The signature of a call: hex HMAC-SHA256 over method, path with query, timestamp and body, each followed by a line feed. */
export function callSignature(secret: string, method: string, pathAndQuery: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${method}\n${pathAndQuery}\n${timestamp}\n${body}\n`).digest('hex')
}

/** The signature of an event: hex HMAC-SHA256 over the timestamp, a dot and the raw body. */
export function eventSignature(secret: string, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/** Compares two texts in constant time, so that the duration does not reveal how much of them is equal. */
export function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Whether a timestamp in ms is within the window around now. */
export function isFresh(timestamp: string, nowMs: number): boolean {
  return /^\d{1,16}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp)) <= SIGNED_WINDOW_MS
}
