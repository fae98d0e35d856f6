import type { SessionRow } from './sandbox-deps.ts'
import { decimalOf } from '../subotiz/decimal-amount.ts'
import { cycleStartMs } from '#shared/domain/cycle.ts'

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const EVERY = { weekly: 'every week', yearly: 'every year' } as const

const NO_BREAK = '\u00a0'

export function money(cents: number, currencyCode: string): string {
  return `${decimalOf(cents)}${NO_BREAK}${currencyCode}`
}

export function dateText(ms: number): string {
  return DATE.format(ms)
}

export interface CheckoutTerms {
  readonly today: string
  /** The later charges, in one sentence. */
  readonly later: string
  readonly payLabel: string
}

/** The charges now and later, for a payment at `nowMs`. */
export function checkoutTerms(session: SessionRow, nowMs: number): CheckoutTerms {
  const { plan, trialMs, amountCents, planCents, currencyCode } = session
  const today = money(amountCents, currencyCode)
  if (plan === null) return { today, later: 'Paid once. Nothing renews.', payLabel: `Pay ${today}` }
  const renewal = `${money(planCents, currencyCode)} ${EVERY[plan]}`
  if (trialMs > 0) {
    const later = `Free until ${dateText(nowMs + trialMs)}, then ${renewal} until you cancel.`
    return { today, later, payLabel: 'Start the free week' }
  }
  const later = `From ${dateText(cycleStartMs(nowMs, plan, 1))} on, ${renewal} until you cancel.`
  return { today, later, payLabel: `Pay ${today}` }
}
