import type { Result } from '#shared/result.ts'
import type { GoogleFailure } from './google-failures.ts'
import { z } from 'zod/mini'
import { fail, ok } from '#shared/result.ts'
import { GOOGLE_FAILURES } from './google-failures.ts'

const PARTS = 3
const claimsSchema = z.record(z.string(), z.unknown())

/** What a credential claims; nothing of it is proved before the server has looked at the signature. */
export function decodeCredential(credential: string): Result<Readonly<Record<string, unknown>>, GoogleFailure> {
  const parts = credential.split('.')
  const [, middle] = parts
  if (parts.length !== PARTS || parts.includes('') || middle === undefined) return fail(GOOGLE_FAILURES.tokenShape)
  try {
    const claims = claimsSchema.safeParse(JSON.parse(fromBase64Url(middle)))
    return claims.success ? ok(claims.data) : fail(GOOGLE_FAILURES.credentialShape)
  } catch {
    return fail(GOOGLE_FAILURES.credentialShape)
  }
}

function fromBase64Url(text: string): string {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.codePointAt(0) ?? 0)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
