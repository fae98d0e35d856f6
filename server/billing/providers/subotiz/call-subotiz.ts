import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Result, fail, ok } from '#shared/result.ts'
import type { PaymentFailure } from '../payment-provider.ts'
import { callSignature } from './wire.ts'

const ANSWER_TIMEOUT_MS = 10_000
/** Statuses without information about the object: the service is too busy or too slow. */
const AWAY_STATUSES = new Set([408, 425, 429])

export interface CallDeps {
  readonly url: string
  readonly accessNo: string
  readonly secret: string
  readonly nowMs: () => number
  readonly fetch: typeof globalThis.fetch
}

interface Call<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly schema: Schema
  /** The idempotency key of the call: a retry sends the same id. */
  readonly requestId?: string
}

export type CallSubotiz = <Schema extends z.ZodType>(call: Call<Schema>) => Promise<Result<z.infer<Schema>, PaymentFailure>>

/** Signed calls to the Subotiz API or a compatible one. An unreadable answer counts as no answer. */
export function createCall({ url, accessNo, secret, nowMs, fetch }: CallDeps): CallSubotiz {
  const baseUrl = new URL(url)
  return async ({ method, path, body, schema, requestId }) => {
    const address = new URL(baseUrl.pathname.replace(/\/$/, '') + path, baseUrl)
    const text = body === undefined ? '' : JSON.stringify(body)
    const timestamp = String(nowMs())
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'request-id': requestId ?? crypto.randomUUID(),
      'hub-access-no': accessNo,
      'hub-timestamp': timestamp,
      'hub-signature': callSignature(secret, method, address.pathname + address.search, timestamp, text),
    }
    const init = { method, headers, redirect: 'error', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) } as const
    const answer = await fetch(address.href, text === '' ? init : { ...init, body: text }).then(readAnswer, () => undefined)
    if (answer === undefined || answer.status >= 500 || AWAY_STATUSES.has(answer.status)) return fail('away')
    if (answer.status === 404) return fail('unknown')
    if (answer.status >= 400) return fail('refused')
    const parsed = schema.safeParse(dataOf(answer.body))
    return parsed.success ? ok(parsed.data) : fail('away')
  }
}

async function readAnswer(response: Response): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
  const text = await response.text().catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return { status: response.status, body: JSON.parse(text) as unknown }
  } catch {
    return response.ok ? undefined : { status: response.status, body: undefined }
  }
}

/** Answers have an envelope `{code, message, data}`, or none. */
function dataOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body
}

/** A request id for an order. The same order always has the same id, so the provider recognises a retry. */
export function uuidOf(payOrderId: string): string {
  const hex = createHash('sha256').update(payOrderId).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
