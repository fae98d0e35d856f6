import { type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { GoogleConfig } from './google-config.ts'

import { type Result, fail, ok } from '#shared/result.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { emailSchema } from '#shared/api/account-inputs.ts'
import { NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'

export interface GooglePerson {
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** The hash of the proof. A proof is accepted once, before it expires. */
  readonly proofSha256: string
  readonly proofExpiresAtMs: number
}

/** `refused`: the credential is invalid. `away`: Google was not reachable; retry later. */
export type GoogleFailure = 'refused' | 'away'

export interface GoogleVerifier {
  readIdToken(token: string): Promise<Result<GooglePerson, GoogleFailure>>
  redeemCode(code: string): Promise<Result<GooglePerson, GoogleFailure>>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    /** Null if no Google client id is configured. */
    readonly google: GoogleVerifier | null
  }
}

/** Google's error codes for a bad authorization code. Other codes mean that our client secret or redirect address is wrong. */
const BAD_CODE = new Set(['invalid_grant', 'invalid_request'])

const tokenAnswerSchema = z.object({ id_token: z.string().optional(), error: z.string().optional() })

const GOOGLE_TIMEOUT_MS = 5000
/** The maximum difference between Google's clock and ours, in s. */
export const CLOCK_TOLERANCE_S = 5
/** Google signs its tokens only with this algorithm. */
const ALGORITHMS = ['RS256']

class KeysUnreachable extends Error {}

interface GoogleVerifierDeps {
  readonly config: GoogleConfig
  readonly nowMs: () => number
  /** Receives the reason why Google was not reachable, without tokens and codes. */
  readonly onAway: (error: unknown) => void
}

/** Verifies a browser's proof from Google: an ID token by Google's signature, a code by exchanging it for an ID token. */
export function createGoogleVerifier({ config, nowMs, onAway }: GoogleVerifierDeps): GoogleVerifier {
  const getKey = createKeyGetter(new URL(config.jwksUrl), onAway)

  async function readIdToken(token: string): Promise<Result<GooglePerson, GoogleFailure>> {
    try {
      const { payload } = await jwtVerify(token, getKey, {
        algorithms: ALGORITHMS,
        issuer: [...config.issuers],
        audience: config.clientId,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(nowMs()),
      })
      const claims = readClaims(payload)
      if (claims === undefined) return fail('refused')
      const { expiresAtMs, ...person } = claims
      const proofExpiresAtMs = expiresAtMs + CLOCK_TOLERANCE_S * 1000
      // Only the signed part is hashed, because the same signature has several encodings.
      return ok({ ...person, proofExpiresAtMs, proofSha256: sha256(token.slice(0, token.lastIndexOf('.'))) })
    } catch (error) {
      if (error instanceof KeysUnreachable) return fail('away')
      if (error instanceof errors.JOSEError) return fail('refused')
      throw error
    }
  }

  return {
    readIdToken,
    async redeemCode(code) {
      const idToken = await redeemForIdToken(config, code, AbortSignal.timeout(GOOGLE_TIMEOUT_MS))
      if (idToken.ok) return readIdToken(idToken.value)
      if (idToken.error === 'refused') return fail('refused')
      onAway(idToken.error)
      return fail('away')
    },
  }
}

/** Google's keys, fetched on demand. An unknown key means a bad token; every other error means that Google is not reachable. */
function createKeyGetter(url: URL, onAway: (error: unknown) => void): JWTVerifyGetKey {
  const keySet = createRemoteJWKSet(url, { timeoutDuration: GOOGLE_TIMEOUT_MS })
  return async (header, token) => {
    try {
      return await keySet(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      onAway(error)
      throw new KeysUnreachable()
    }
  }
}

/** Exchanges an authorization code for an ID token. Fails with `refused` for a bad code, else with the error. */
async function redeemForIdToken(
  { clientId, clientSecret, redirectUri, tokenUrl }: GoogleConfig,
  code: string,
  signal: AbortSignal,
): Promise<Result<string, 'refused' | Error>> {
  const body = new URLSearchParams({ code, client_id: clientId, redirect_uri: redirectUri, grant_type: 'authorization_code' })
  if (clientSecret !== undefined) body.set('client_secret', clientSecret)
  try {
    const response = await fetch(tokenUrl, { method: 'POST', body, signal, redirect: 'manual' })
    const parsed = tokenAnswerSchema.safeParse(await response.json().catch(() => undefined))
    const { id_token: idToken, error } = parsed.data ?? {}
    if (response.ok && idToken !== undefined) return ok(idToken)
    if (response.status === 400 && BAD_CODE.has(error ?? '')) return fail('refused')
    return fail(new Error(`Code exchange failed: status ${response.status}, ${error ?? 'no reason'}`))
  } catch (error) {
    return fail(error instanceof Error ? error : new Error('no answer'))
  }
}

const nameSchema = z.string().transform(toName).catch('')

/** The required claims of an ID token. The address counts only if Google has verified it. */
const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  email: emailSchema,
  email_verified: z.literal([true, 'true']),
  given_name: nameSchema,
  family_name: nameSchema,
  name: nameSchema,
})

interface GoogleClaims {
  readonly sub: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly expiresAtMs: number
}

/**
 * The used claims of an ID token; undefined if a required claim is missing. A missing first name is replaced by the full name if the
 * last name is missing too, else by the part of the address before the @.
 */
export function readClaims(payload: unknown): GoogleClaims | undefined {
  const parsed = claimsSchema.safeParse(payload)
  if (!parsed.success) return undefined
  const { sub, email, exp, given_name: givenName, family_name: lastName, name: fullName } = parsed.data
  const firstName = [givenName, lastName === '' ? fullName : '', toName(email.split('@', 1)[0] ?? '')].find((text) => text !== '') ?? ''
  return { sub, email, firstName, lastName, expiresAtMs: exp * 1000 }
}

/** A name that can be stored: one line, within the length limit, without half of a surrogate pair at its end. */
function toName(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return line
    .slice(0, NAME_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
