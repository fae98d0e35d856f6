import { within } from '#server/net/within.ts'
import { EngineAway, EngineFailure } from '#server/motion/engine.ts'
import type { Clock } from '#shared/clock.ts'

export const CALL_TIMEOUT_MS = 30_000
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** Codes of errors that occur before there is a connection, so nothing was sent. */
const UNSENT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

export interface RemoteAnswer {
  readonly status: number
  readonly headers: Headers
  /** The JSON of the body; undefined for anything else. */
  readonly body: unknown
}

/**
 * Sends one request. Any status is an answer. Without an answer it throws a `RemoteError`, unless `signal` was aborted. Redirects are never
 * followed.
 */
export async function callRemote(
  fetch: typeof globalThis.fetch,
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  try {
    return await within(CALL_TIMEOUT_MS, signal, async (limitedSignal) => {
      const response = await fetch(url, { ...init, redirect: 'error', signal: limitedSignal })
      return { status: response.status, headers: response.headers, body: parseJson(await readLimited(response)) }
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof RemoteError) throw cause
    throw new RemoteError('no answer', { isUnsent: isUnsentError(cause), cause })
  }
}

/** Statuses with which a service reports that it is full or down, so it has rejected the request. */
const UNSENT_STATUSES: readonly number[] = [429, 503]

/** Returns the answer. Throws a `RemoteError` if the status is 408, 429 or 5xx, because a retry may get another answer. */
export function settledAnswer(answer: RemoteAnswer, nowMs: number, unsentStatuses = UNSENT_STATUSES): RemoteAnswer {
  const { status, headers } = answer
  if (status < 500 && status !== 408 && status !== 429) return answer
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), nowMs)
  throw new RemoteError(`status ${status}`, { isUnsent: unsentStatuses.includes(status), retryAfterMs })
}

export async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw new RemoteError('the answer is too long', { isUnsent: false })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
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

export interface RetryOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number
  readonly signal: AbortSignal
  readonly untilMs: number
  readonly isRetryable?: (problem: RemoteError) => boolean
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/**
 * The pause before a retry: doubled each time up to a limit, with a quarter of jitter so that the retries of several videos do not
 * coincide, and never shorter than the service asked for.
 */
export function remotePauseMs(tries: number, problem: RemoteError | undefined, random: () => number): number {
  const backoffMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.75 + random() / 2)
  return Math.max(backoffMs, problem?.retryAfterMs ?? 0)
}

/** Retries after a `RemoteError`, with growing pauses, until `untilMs`; then throws the last error. Throws other errors at once. */
export async function retryRemote<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, random, signal, untilMs, isRetryable = () => true } = options
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RemoteError) || !isRetryable(error)) throw error
      const waitMs = remotePauseMs(tries, error, random)
      if (clock.nowMs() + waitMs > untilMs) throw error
      await clock.sleep(waitMs, signal)
    }
  }
}

/**
 * The service was unreachable, asked for a retry, or sent an answer that cannot be used. `isUnsent`: the request was certainly not
 * accepted, so a repeat cannot do the work twice.
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly isUnsent: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: { isUnsent: boolean; retryAfterMs?: number | undefined; cause?: unknown }) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.isUnsent = options.isUnsent
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Texts for users when a video service fails: the event, that no points are lost, and the next step. */
export const AWAY_TEXT = "We couldn't reach the video service, so your points were returned. Try again in a few minutes."
export const UNCONFIRMED_TEXT = "The video service didn't confirm your request, so your points were returned. Try again."
export const LOST_TEXT = 'The video service lost this video, so your points were returned. Try again.'
export const TOO_LONG_TEXT =
  'This video took too long and was stopped, so your points were returned. Try a shorter video or a lower resolution.'
export const DECLINED_TEXT =
  'The video service declined this photo or prompt, so your points were returned. Change the photo or prompt, then try again.'
export const PICTURE_TEXT = "The video service couldn't use this photo, so your points were returned. Try another photo."
export const SETTINGS_TEXT =
  "The video service didn't accept these settings, so your points were returned. Change the prompt, length, or resolution."
export const BROKE_TEXT = "The video service couldn't finish this video, so your points were returned. Try again in a few minutes."
export const MEMORY_TEXT =
  'This video was too large for the video service, so your points were returned. Try a shorter video or a lower resolution.'
export const NOT_READY_TEXT = "The video service isn't set up correctly on this server, so your points were returned. Try again later."
export const UNUSABLE_TEXT = "The video service sent a file that can't be played, so your points were returned. Try again."
export const NO_EFFECT_TEXT = "This effect isn't available, so your points were returned. Choose another effect."
export const NO_OPTION_TEXT =
  "This combination of length and resolution isn't available, so your points were returned. Choose other settings."
export const NO_END_TEXT = "This model doesn't support an end frame, so your points were returned. Choose another model."

/**
 * Statuses for an invalid key, and for an account without money or permissions. `NO_MODEL_STATUS`: the model is missing, but other models
 * may exist.
 */
const ACCOUNT_STATUSES = new Set([401, 402, 403])
const NO_MODEL_STATUS = 404

/**
 * The failure of an order that the service rejected, so nothing was ordered. `reason` is the service's text. It selects one of our texts,
 * and is never shown.
 */
export function toRefusal(service: string, status: number, reason: string): EngineFailure {
  const cause = new Error(`${service}: status ${status}`)
  if (ACCOUNT_STATUSES.has(status)) return new EngineAway(NOT_READY_TEXT, 'not_ready', { cause })
  return new EngineFailure(status === NO_MODEL_STATUS ? NOT_READY_TEXT : (textOf(reason) ?? SETTINGS_TEXT), { cause })
}

/**
 * Throws only for an invalid key (401) or missing money (402). A 403 does not count: an account that may order may be forbidden to run the
 * check.
 */
export function refuseAccount(service: string, status: number): void {
  if (status === 401 || status === 402) throw toRefusal(service, status, '')
}

/** The failure of an order that the service had accepted. */
export function toVerdict(service: string, code: number | string, reason: string): EngineFailure {
  const cause = new Error(`${service}: ended with ${code}`)
  const isAccount = typeof code === 'number' && (ACCOUNT_STATUSES.has(code) || code === NO_MODEL_STATUS)
  return new EngineFailure(isAccount ? NOT_READY_TEXT : (textOf(reason) ?? BROKE_TEXT), { cause })
}

const DECLINED_WORDS = /nsfw|sensitive|flagged|polic(?:y|ies)|moderat|safety|prohibited|violat|responsible ai|usage guidelines|copyright/i
const MEMORY_WORDS = /out of memory|cuda oom/i
const PICTURE_WORDS =
  /\b(?:image|picture|frame)\b.{0,60}\b(?:invalid|too (?:small|large|big)|unsupported|could not|cannot|can't|corrupt|decode)/i

function textOf(reason: string): string | undefined {
  if (DECLINED_WORDS.test(reason)) return DECLINED_TEXT
  if (MEMORY_WORDS.test(reason)) return MEMORY_TEXT
  return PICTURE_WORDS.test(reason) ? PICTURE_TEXT : undefined
}
