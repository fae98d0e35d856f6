import { anySignal } from '#shared/any-signal.ts'
import { type Result, type AppError, fail, ok } from '#shared/result.ts'
import {
  type CallerParams,
  type CommonParams,
  COMMON_HEADERS,
  IDEMPOTENCY_HEADER,
  CACHED_HEADER,
  SIGNATURE_HEADER,
  signParams,
} from './common-params.ts'
import { type Call, callPath } from './define-call.ts'
import { errorCodeOf, NO_ANSWER_CODE, UNKNOWN_CODE } from '../error-codes.ts'

/** The time limit of a call, in ms. Afterwards the call counts as unanswered. */
export const CALL_TIMEOUT_MS = 20_000
/** The time limit of an upload or a file download, in ms: slow connections need longer. */
export const FORM_TIMEOUT_MS = 5 * 60 * 1000

export interface ApiClientDeps {
  readonly fetch: typeof fetch
  readonly nowMs: () => number
  readonly signKey: string
  /** All common parameters except the timestamp, read for each call. */
  readonly readCallerParams: () => Promise<CallerParams>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
  /** The JSON body to send instead of `input`, so that a repeated call sends the same bytes. */
  readonly frozenBody?: string
  /** Called before the call resolves, if the service worker returned a cached answer because the server was unreachable. */
  readonly onCached?: () => void
}

export interface ApiClient {
  call<Input, Data>(call: Call<Input, Data>, input: Input, options?: CallOptions): Promise<Result<Data>>
}

/**
 * The API client of page and workers. It signs each call and adopts the server's clock. After a rejected timestamp it signs and sends the
 * call once more. Errors: the server's codes, 40001 without an answer, `answer_malformed`, `cancelled`.
 * Rule: docs/platform.md, "Common parameters".
 */
export function createApiClient({ fetch, nowMs, signKey, readCallerParams }: ApiClientDeps): ApiClient {
  let clockSkewMs = 0

  async function send(
    call: Call<never>,
    query: Record<string, string>,
    body: string | FormData | undefined,
    options: CallOptions,
  ): Promise<Result<unknown>> {
    try {
      const params: CommonParams = { ...(await readCallerParams()), timestamp: String(Math.round(nowMs() + clockSkewMs)) }
      const headers: Record<string, string> = { [SIGNATURE_HEADER]: signParams({ ...params, ...query }, signKey) }
      for (const [name, header] of Object.entries(COMMON_HEADERS)) {
        const value = params[name as keyof CommonParams]
        if (value !== '') headers[header] = value
      }
      if (typeof body === 'string') headers['content-type'] = 'application/json'
      if (options.idempotencyKey !== undefined) headers[IDEMPOTENCY_HEADER] = options.idempotencyKey
      const search = new URLSearchParams(query).toString()
      const timeoutSignal = AbortSignal.timeout(call.isForm === true || call.isFile === true ? FORM_TIMEOUT_MS : CALL_TIMEOUT_MS)
      return await anySignal(options.signal === undefined ? [timeoutSignal] : [options.signal, timeoutSignal], async (signal) => {
        const response = await fetch(callPath(call) + (search === '' ? '' : `?${search}`), {
          method: call.method,
          headers,
          credentials: 'same-origin',
          signal,
          ...(body === undefined ? {} : { body }),
        })
        const serverDateMs = Date.parse(response.headers.get('date') ?? '')
        if (Number.isFinite(serverDateMs)) clockSkewMs = serverDateMs - nowMs()
        if (response.headers.has(CACHED_HEADER)) options.onCached?.()
        if (call.isFile === true && response.ok) return ok(await response.blob())
        const answer = readEnvelope(await response.json().catch(() => undefined), response.headers.get('retry-after'))
        return answer.ok || response.status !== 403 ? answer : fail({ ...answer.error, isForbidden: true })
      })
    } catch (error) {
      if (options.signal?.aborted === true) return fail({ code: 'cancelled', retry: 'now' })
      return fail(noAnswer(error instanceof Error ? error.name : 'unknown'))
    }
  }

  return {
    async call(call, input, options = {}) {
      const values = Object.entries(input as Record<string, unknown>).filter(
        ([, value]) => value !== undefined && value !== null && value !== '',
      )
      const query = call.method === 'GET' ? Object.fromEntries(values.map(([name, value]) => [name, String(value)])) : {}
      const toJson = () => options.frozenBody ?? JSON.stringify(input)
      const body = call.method === 'GET' ? undefined : call.isForm === true ? toForm(values) : toJson()
      let answer = await send(call as Call<never>, query, body, options)
      const isClockRefused = !answer.ok && answer.error.code === 'H3000' && answer.error.fields?.includes('timestamp') === true
      if (isClockRefused) answer = await send(call as Call<never>, query, body, options)
      if (!answer.ok) return answer
      const parsed = call.data.safeParse(answer.value)
      return parsed.success ? ok(parsed.data) : fail({ code: 'answer_malformed', retry: 'later', detail: callPath(call) })
    },
  }
}

/** The values as a form. `send` sets no content type for a form, because the browser adds it together with the multipart boundary. */
function toForm(values: readonly (readonly [string, unknown])[]): FormData {
  const form = new FormData()
  for (const [name, value] of values) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

/** The maximum length of a server message that is shown, in characters. Rule: docs/platform.md, "Envelope". */
export const SERVER_MESSAGE_MAX_LENGTH = 200

const RETRY_LATER = new Set(['40001', 'H4022', 'H5000', 'H503'])

/**
 * Parses both answer forms, `{statusCode, data, statusMessage}` and `{message: {code, messageInfo}, result}`. `retryAfter` is the header in
 * seconds. Errors: the server's code, H5001 for an unknown code, otherwise `answer_malformed`. Rule: docs/platform.md, "Envelope".
 */
export function readEnvelope(body: unknown, retryAfter: string | null): Result<unknown> {
  if (typeof body !== 'object' || body === null) return malformedAnswer('not an object')
  const { statusCode, statusMessage, data, message, result, fields } = body as Record<string, unknown>
  const messageEnvelope = typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined
  const code = statusCode ?? messageEnvelope?.['code']
  if (code === 200 || code === '200') return ok(messageEnvelope === undefined ? data : result)
  if (typeof code !== 'string' && typeof code !== 'number') return malformedAnswer('no code')
  const messageText = shownMessage(statusMessage ?? messageEnvelope?.['messageInfo'])
  return fail(serverError(errorCodeOf(String(code)) ?? UNKNOWN_CODE, retryAfter, messageText, fields))
}

/** The error of a request without an answer. */
export function noAnswer(detail: string): AppError {
  return { code: NO_ANSWER_CODE, retry: 'later', detail }
}

/** The wait of a Retry-After header, in ms; undefined without a header, or for a date. */
export function retryAfterMs(header: string | null): number | undefined {
  const afterMs = header === null ? Number.NaN : Number(header) * 1000
  return Number.isFinite(afterMs) ? afterMs : undefined
}

function serverError(code: AppError['code'], retryAfter: string | null, message: string, fields: unknown): AppError {
  const afterMs = retryAfterMs(retryAfter)
  return {
    code,
    retry: RETRY_LATER.has(code) ? 'later' : 'never',
    ...(afterMs === undefined ? {} : { afterMs }),
    ...(message === '' ? {} : { message }),
    ...(Array.isArray(fields) ? { fields: fields.map(String) } : {}),
  }
}

/**
 * A server message as one line of at most `SERVER_MESSAGE_MAX_LENGTH` characters, without control and bidirectional characters; '' without
 * a message.
 */
export function shownMessage(message: unknown): string {
  if (typeof message !== 'string') return ''
  const line = message.replaceAll(/[\p{Cc}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
  const letters = Array.from(line)
  return letters.length <= SERVER_MESSAGE_MAX_LENGTH ? line : `${letters.slice(0, SERVER_MESSAGE_MAX_LENGTH - 1).join('')}…`
}

function malformedAnswer(detail: string): Result<never> {
  return fail({ code: 'answer_malformed', retry: 'later', detail })
}
