import { EngineAway, EngineFailure } from '../engine.ts'
import { BROKE_TEXT, DECLINED_TEXT, MEMORY_TEXT, NOT_READY_TEXT, PICTURE_TEXT, SETTINGS_TEXT } from './remote-errors.ts'

/** A key that is none, an account without money or rights; and a model that is not there, which others may be. */
const ACCOUNT_STATUSES = new Set([401, 402, 403])
const NO_MODEL_STATUS = 404
const DECLINED = /nsfw|sensitive|flagged|polic(?:y|ies)|moderat|safety|prohibited|violat|responsible ai|usage guidelines|copyright/i
const MEMORY = /out of memory|cuda oom/i
const PICTURE = /\b(?:image|picture|frame)\b.{0,60}\b(?:invalid|too (?:small|large|big)|unsupported|could not|cannot|can't|corrupt|decode)/i

/** An order that was turned away, so nothing was ordered. `reason`: the service's own words, which are read and not repeated. */
export function toRefusal(service: string, status: number, reason: string): EngineFailure {
  const cause = new Error(`${service}: status ${status}`)
  if (ACCOUNT_STATUSES.has(status)) return new EngineAway(NOT_READY_TEXT, 'not_ready', { cause })
  return new EngineFailure(status === NO_MODEL_STATUS ? NOT_READY_TEXT : (textOf(reason) ?? SETTINGS_TEXT), { cause })
}

/** What a question that orders nothing says of the account: only a key that is none, or no money. It may not be allowed to ask, and yet to order. */
export function refuseAccount(service: string, status: number): void {
  if (status === 401 || status === 402) throw toRefusal(service, status, '')
}

/** The end of an order that was accepted. */
export function toVerdict(service: string, code: number | string, reason: string): EngineFailure {
  const cause = new Error(`${service}: ended with ${code}`)
  const isAccount = typeof code === 'number' && (ACCOUNT_STATUSES.has(code) || code === NO_MODEL_STATUS)
  return new EngineFailure(isAccount ? NOT_READY_TEXT : (textOf(reason) ?? BROKE_TEXT), { cause })
}

function textOf(reason: string): string | undefined {
  if (DECLINED.test(reason)) return DECLINED_TEXT
  if (MEMORY.test(reason)) return MEMORY_TEXT
  return PICTURE.test(reason) ? PICTURE_TEXT : undefined
}
