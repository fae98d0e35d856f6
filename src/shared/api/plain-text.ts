import { z } from 'zod/mini'

/** A string without NUL, which no database takes, of `minLength` to `maxLength` UTF-16 units. Rule: docs/platform.md, "Envelope". */
export function plainText(maxLength: number, minLength = 0) {
  return z.string().check(z.minLength(minLength), z.maxLength(maxLength), z.regex(/^[^\0]*$/))
}
