import type { AppError, AppErrorCode } from '#shared/app-error.ts'
import { UNKNOWN_CODE } from '#shared/api/error-codes.ts'
import { text } from './i18n.ts'

/** The sentence of a failure: what happened, what it cost, what to do. Every code has one in `public/locales/en/errors.json`. */
export function errorText(code: AppErrorCode): string {
  return codeText(code, '')
}

type Failure = Pick<AppError, 'code' | 'message'>

/** The sentence of a failure as it came: of a code that is not known, what the server said about it. */
export function failureText({ code, message }: Failure): string {
  return code === UNKNOWN_CODE && message !== undefined ? message : errorText(code)
}

/** What a toast says of a refusal: the server's message where there is one, else `title`, and below it the sentence of its code. */
export function refusalWords({ code, message }: Failure, title: string): { readonly title: string; readonly description: string } {
  return { title: message ?? title, description: errorText(code) }
}

/** The sentence of a code that may be anybody's, or the raw text where there is none, or the word for everything else. */
export function codeText(code: string, raw: string): string {
  const key = `beautyError.${code}`
  const sentence = text(key)
  if (sentence !== key) return sentence
  return raw === '' ? text('error.default') : raw
}
