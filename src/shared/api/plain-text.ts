import { z } from 'zod/mini'

/** A string of `minLength` to `maxLength` UTF-16 units without NUL, which databases reject. Rule: docs/platform.md, "Envelope". */
export function plainText(maxLength: number, minLength = 0) {
  return z.string().check(z.minLength(minLength), z.maxLength(maxLength), z.regex(/^[^\0]*$/))
}
