import { z } from 'zod'
import { emailSchema } from '#shared/api/account-fields.ts'
import { NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'

const name = z.string().transform(toName).catch('')

/** The claims of an ID token that make somebody known; only an address that Google has verified does. */
const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  email: emailSchema,
  email_verified: z.literal([true, 'true']),
  given_name: name,
  family_name: name,
  name,
})

export interface GoogleClaims {
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly expiresAtMs: number
}

/** Undefined when an ID token says too little. Without a first name the whole name or the address stands in for it. */
export function readClaims(payload: unknown): GoogleClaims | undefined {
  const parsed = claimsSchema.safeParse(payload)
  if (!parsed.success) return undefined
  const { sub, email, exp, given_name: given, family_name: lastName, name: whole } = parsed.data
  const firstName = [given, lastName === '' ? whole : '', toName(email.split('@', 1)[0] ?? '')].find((text) => text !== '') ?? ''
  return { sub, email, firstName, lastName, expiresAtMs: exp * 1000 }
}

/** A name as it may be stored: one line, not too long, no half of a character at its end. */
function toName(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return line
    .slice(0, NAME_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
