import type { AppError } from '#shared/result.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'

/** The start and the end of a pause, in ms since 1970. */
export interface Pause {
  readonly sinceMs: number
  readonly untilMs: number
}

export const NO_PAUSE: Pause = { sinceMs: 0, untilMs: 0 }

export function pauseFrom(nowMs: number, ms: number): Pause {
  return { sinceMs: nowMs, untilMs: nowMs + ms }
}

/** The rest of a pause in ms; 0 if the pause is over. If the clock was set back, the pause ends. */
export function pauseLeftMs({ sinceMs, untilMs }: Pause, nowMs: number): number {
  return nowMs < sinceMs ? 0 : Math.max(0, untilMs - nowMs)
}

/** Whether the request may have had an effect: there was no answer, or no readable one. */
export function isUnanswered({ code }: AppError): boolean {
  return code === NO_ANSWER_CODE || code === 'answer_malformed' || code === 'cancelled'
}
