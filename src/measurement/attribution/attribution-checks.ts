import type { AttributionProblem } from './attribution-state.ts'
import { type Result, fail, ok } from '#shared/result.ts'

/** An event for the attribution SDK. `revenue` is in the main unit of its currency: 9.99 for 9.99 USD, not 999. */
export interface AttributionEvent {
  readonly eventToken: string
  readonly deduplicationId?: string
  readonly revenue?: number
  readonly currency?: string
}

/** One option of a partner: the partner's name, the option's name, and its value. */
export type PartnerEntry<Value> = readonly [partner: string, key: string, value: Value]

/** Whether data may be shared: with all partners, or by options and settings of single partners. */
export interface SharingRequest {
  readonly isAllowed: boolean
  readonly options?: readonly PartnerEntry<string>[]
  readonly settings?: readonly PartnerEntry<boolean>[]
}

interface StartFacts {
  readonly appToken: string | null | undefined
  readonly environment: string | null | undefined
  readonly storeInfo?: unknown
}

/** Checks an event. If the amount is wrong, the SDK would send the event without the amount, which is worse than no event. */
export function checkEvent(event: AttributionEvent): Result<AttributionEvent, AttributionProblem> {
  const { eventToken, revenue, currency = '' } = event
  if (typeof eventToken !== 'string' || eventToken.trim() === '') return fail('event_token_missing')
  if (revenue === undefined) return ok(event)
  if (typeof revenue !== 'number' || !Number.isFinite(revenue) || revenue < 0) return fail('revenue_invalid')
  return currency === '' ? fail('currency_missing') : ok(event)
}

/** Checks a referrer. Malformed escapes in it would break the SDK. */
export function checkReferrer(referrer: unknown): Result<string, AttributionProblem> {
  if (typeof referrer !== 'string' || referrer === '') return fail('referrer_invalid')
  try {
    decodeURIComponent(referrer)
    return ok(referrer)
  } catch {
    return fail('referrer_invalid')
  }
}

export function checkParameterKind(kind: unknown): Result<'callback' | 'partner', AttributionProblem> {
  return kind === 'callback' || kind === 'partner' ? ok(kind) : fail('parameter_kind_invalid')
}

export function checkSharing(request: SharingRequest): Result<SharingRequest, AttributionProblem> {
  const isComplete = ([partner, key, value]: PartnerEntry<unknown>) => partner !== '' && key !== '' && value !== undefined && value !== ''
  if (request.options?.every(isComplete) === false) return fail('option_incomplete')
  return request.settings?.every(isComplete) === false ? fail('setting_incomplete') : ok(request)
}

/** Checks the start parameters: an app token and an environment are required; a store needs a name. */
export function checkStart({
  appToken,
  environment,
  storeInfo,
}: StartFacts): Result<{ appToken: string; environment: 'production' | 'sandbox' }, AttributionProblem> {
  if (typeof appToken !== 'string' || appToken === '') return fail('app_missing')
  if (environment !== 'production' && environment !== 'sandbox') return fail('app_missing')
  return storeInfo === undefined || hasStoreName(storeInfo) ? ok({ appToken, environment }) : fail('store_invalid')
}

function hasStoreName(storeInfo: unknown): boolean {
  if (typeof storeInfo !== 'object' || storeInfo === null || !('storeName' in storeInfo)) return false
  return typeof storeInfo.storeName === 'string' && storeInfo.storeName !== ''
}
