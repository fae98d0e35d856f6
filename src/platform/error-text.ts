import type { AppError, AppErrorCode } from '#shared/result.ts'
import { UNKNOWN_CODE } from '#shared/api/error-codes.ts'
import { text } from './i18n.ts'

/** The text for an error code: what happened, what it cost, what to do. Every code has one in `public/locales/en/errors.json`. */
export function errorText(code: AppErrorCode): string {
  return codeText(code, '')
}

type Failure = Pick<AppError, 'code' | 'message'>

/** The text for a failure; for an unknown code, the server's message. */
export function failureText({ code, message }: Failure): string {
  return code === UNKNOWN_CODE && message !== undefined ? message : errorText(code)
}

/** The text of a toast for a refusal: the server's message or else `title`, followed by the text of its code. */
export function refusalWords({ code, message }: Failure, title: string): { readonly title: string; readonly description: string } {
  return { title: message ?? title, description: errorText(code) }
}

/** The text for any code, else the raw text, else a generic one. */
export function codeText(code: string, raw: string): string {
  const key = `beautyError.${code}`
  const sentence = text(key)
  if (sentence !== key) return sentence
  return raw === '' ? text('error.default') : raw
}
