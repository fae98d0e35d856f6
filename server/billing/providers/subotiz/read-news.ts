import type { NewsFailure, PaymentNews } from '../payment-provider.ts'
import type { Result } from '#shared/result.ts'
import { fail, ok } from '#shared/result.ts'
import { isFresh, isSameText, newsSignature } from './signatures.ts'
import { newsSchema } from './wire-schemas.ts'

interface Keys {
  readonly accessNo: string
  readonly secret: string
}

/** News, once its signature over the very bytes and its time have been checked. */
export function readSubotizNews(keys: Keys, body: Uint8Array, headers: Headers, nowMs: number): Result<PaymentNews, NewsFailure> {
  const timestamp = headers.get('x-timestamp') ?? ''
  const isSigned = isSameText(headers.get('x-signature') ?? '', newsSignature(keys.secret, timestamp, body))
  if (!isSameText(headers.get('x-access-no') ?? '', keys.accessNo) || !isSigned) return fail('forged')
  if (!isFresh(timestamp, nowMs)) return fail('old')
  const news = newsSchema.safeParse(parseJson(body))
  if (!news.success) return fail('malformed')
  const { id: eventId, type, data } = news.data
  const isOfSubscription = type.replace(/^v2\./, '').startsWith('subscription.')
  const subscriptionRef = isOfSubscription ? data.id : data.subscription_id
  return ok({ eventId, type, payOrderId: data.order_id || null, subscriptionRef: subscriptionRef || null })
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
