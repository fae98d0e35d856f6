import type { AppErrorCode } from '#shared/app-error.ts'
import { text } from './i18n.ts'

/** The sentence of a failure: what happened, what it cost, what to do. Every code has one in `public/locales/en/errors.json`. */
export function errorText(code: AppErrorCode): string {
  return codeText(code, '')
}

/** The sentence of a code that may be anybody's, or the raw text where there is none, or the word for everything else. */
export function codeText(code: string, raw: string): string {
  const key = `beautyError.${code}`
  const sentence = text(key)
  if (sentence !== key) return sentence
  return raw === '' ? text('error.default') : raw
}
