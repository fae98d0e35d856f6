import type { GoogleConfig } from '#server/config.ts'
import type { Result } from '#shared/result.ts'
import { z } from 'zod'
import { fail, ok } from '#shared/result.ts'

/** What says that the code is bad, and not our secret or address. */
const BAD_CODE = new Set(['invalid_grant', 'invalid_request'])

const answerSchema = z.object({ id_token: z.string().optional(), error: z.string().optional() })

/** An authorization code for an ID token. Fails with `refused` for a bad code, with what happened for everything else. */
export async function redeemForIdToken(
  { clientId, clientSecret, redirectUri, tokenUrl }: GoogleConfig,
  code: string,
  signal: AbortSignal,
): Promise<Result<string, 'refused' | Error>> {
  const body = new URLSearchParams({ code, client_id: clientId, redirect_uri: redirectUri, grant_type: 'authorization_code' })
  if (clientSecret !== undefined) body.set('client_secret', clientSecret)
  try {
    const response = await fetch(tokenUrl, { method: 'POST', body, signal, redirect: 'manual' })
    const parsed = answerSchema.safeParse(await response.json().catch(() => undefined))
    const { id_token: idToken, error } = parsed.data ?? {}
    if (response.ok && idToken !== undefined) return ok(idToken)
    if (response.status === 400 && BAD_CODE.has(error ?? '')) return fail('refused')
    return fail(new Error(`codes can't be redeemed: status ${response.status}, ${error ?? 'without a reason'}`))
  } catch (error) {
    return fail(error instanceof Error ? error : new Error('no answer'))
  }
}
