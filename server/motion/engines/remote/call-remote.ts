import { within } from '#server/platform/net/within.ts'
import { RemoteError } from './remote-errors.ts'
import type { Clock } from './wakeups.ts'

/** The timeout of a response, in ms. */
export const CALL_TIMEOUT_MS = 30_000
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** Errors before a connection: nothing was sent. */
const UNSENT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

export interface RemoteAnswer {
  readonly status: number
  readonly headers: Headers
  /** The JSON of the body; undefined for anything else. */
  readonly body: unknown
}

/** One request. Any status is a response; no response is a `RemoteError`, unless `signal` was aborted. Redirects are never followed. */
export async function callRemote(
  fetch: typeof globalThis.fetch,
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  try {
    return await within(CALL_TIMEOUT_MS, signal, async (limited) => {
      const response = await fetch(url, { ...init, redirect: 'error', signal: limited })
      return { status: response.status, headers: response.headers, body: parseJson(await readLimited(response)) }
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof RemoteError) throw cause
    throw new RemoteError('no answer', { isUnsent: isUnsentError(cause), cause })
  }
}

/** Full, or not there: the request was turned away. */
const UNSENT_STATUSES: readonly number[] = [429, 503]

/** The response, where it is conclusive about the work; throws a `RemoteError` where it only asks for a retry. */
export function settledAnswer(answer: RemoteAnswer, nowMs: number, unsentStatuses = UNSENT_STATUSES): RemoteAnswer {
  const { status, headers } = answer
  if (status < 500 && status !== 408 && status !== 429) return answer
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), nowMs)
  throw new RemoteError(`status ${status}`, { isUnsent: unsentStatuses.includes(status), retryAfterMs })
}

export async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) throw new RemoteError('the answer is too long', { isUnsent: false })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether a failed `fetch` never had a connection. */
export function isUnsentError(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && UNSENT_CODES.has(String(cause.code))
}

function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

export interface Patience {
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly signal: AbortSignal
  readonly untilMs: number
  readonly isWorthIt?: (problem: RemoteError) => boolean
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** The pause before a retry: doubled each time, with a quarter of jitter so that retries do not coincide, never shorter than requested. */
export function pauseMs(tries: number, problem: RemoteError | undefined, random: () => number): number {
  const plain = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.75 + random() / 2)
  return Math.max(plain, problem?.retryAfterMs ?? 0)
}

/** Retries after a `RemoteError`, with growing pauses, until `untilMs`; then the last one is thrown. Other errors are thrown at once. */
export async function retrying<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  const { clock, random, signal, untilMs, isWorthIt = () => true } = patience
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RemoteError) || !isWorthIt(error)) throw error
      const waitMs = pauseMs(tries, error, random)
      if (clock.nowMs() + waitMs > untilMs) throw error
      await clock.sleep(waitMs, signal)
    }
  }
}
