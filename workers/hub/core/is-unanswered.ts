import type { AppError } from '#shared/app-error.ts'
import { NO_ANSWER_CODE } from '#shared/api/error-codes.ts'

/** The request may have taken effect: no answer came, or none that can be read. */
export function isUnanswered({ code }: AppError): boolean {
  return code === NO_ANSWER_CODE || code === 'answer_malformed' || code === 'cancelled'
}
