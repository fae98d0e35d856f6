import { randomBytes } from 'node:crypto'
import { type Transaction, and, desc, eq, gt, ne, sql, session } from '#server/database/database.ts'
import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { rememberCaller } from '#server/verbs/known-callers.ts'
import { addressBlock } from '#server/addresses/address-key.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import type { getSessions, endSessions as endCall } from '#shared/api/account-settings.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { mailSecurityChange } from './account-mails.ts'
import { SESSION_LIFETIME_MS } from '#shared/domain/account-rules.ts'

const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const TOKEN_BYTES = 32

export interface FactorProof {
  readonly atMs: number
  /** Null in sessions that an earlier build created. */
  readonly factorId: string | null
}

/** Creates a session that replaces the browser's previous one. Returns its token; set the cookie after the commit. */
export async function openSession(
  tx: Transaction,
  ctx: Pick<Context, 'caller' | 'secret' | 'nowMs'>,
  accountId: string,
  proof: FactorProof | null = null,
): Promise<string> {
  const { sessionToken, userAgent, address } = ctx.caller
  if (sessionToken !== '') await tx.delete(session).where(eq(session.tokenSha256, sha256(sessionToken)))
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const nowMs = ctx.nowMs()
  await tx.insert(session).values({
    id: makeId(),
    tokenSha256: sha256(token),
    accountId,
    device: deviceName(userAgent),
    place: addressBlock(address),
    createdAtMs: nowMs,
    seenAtMs: nowMs,
    identityProvedAtMs: nowMs,
    secondFactorAtMs: proof?.atMs ?? null,
    secondFactorId: proof?.factorId ?? null,
  })
  await rememberCaller(tx, ctx, accountId)
  return token
}

/** Browser and system as display names, such as `Chrome on Linux`, from the user agent; '' if unknown. */
export function deviceName(userAgent: string): string {
  return [findName(BROWSERS, userAgent), findName(SYSTEMS, userAgent)].filter((name) => name !== '').join(' on ')
}

function findName(names: readonly (readonly [RegExp, string])[], userAgent: string): string {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
}

export async function listSessions({ ctx }: { ctx: Context }): Promise<CallAnswer<typeof getSessions>> {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { id, accountId } = currentSession.value
  const sessions = await ctx.db
    .select({
      id: session.id,
      device: session.device,
      place: session.place,
      createdAt: session.createdAtMs,
      seenAt: session.seenAtMs,
      isCurrent: sql<boolean>`${session.id} = ${id}`,
    })
    .from(session)
    .where(and(eq(session.accountId, accountId), gt(session.seenAtMs, ctx.nowMs() - SESSION_LIFETIME_MS)))
    .orderBy(desc(eq(session.id, id)), desc(session.seenAtMs), desc(session.createdAtMs))
  return ok({ sessions })
}

/**
 * Ends one session of the account, or all other sessions. For a session of another account, the answer is the same as for a missing
 * session.
 */
export async function endSessions({ ctx, input }: CallRequest<typeof endCall>): Promise<Answer<{ ended: number }>> {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { id, accountId } = currentSession.value
  const sessionFilter = input.id === undefined ? ne(session.id, id) : eq(session.id, input.id)
  const endedSessions = await ctx.db.transaction(async (tx) => {
    const isEnded = and(eq(session.accountId, accountId), sessionFilter)
    const deletedSessions = await tx.delete(session).where(isEnded).returning({ id: session.id })
    if (input.id === undefined && deletedSessions.length > 0) await mailSecurityChange(tx, ctx, accountId, 'sessionsEnded')
    return deletedSessions
  })
  if (input.id !== undefined && endedSessions.length === 0) return refuse('H4001')
  if (input.id === id) ctx.setSession(null)
  return ok({ ended: endedSessions.length })
}

/** Ends the session of the caller's cookie; succeeds without one. */
export async function logOut({ ctx }: { ctx: Context }): Promise<Answer<object>> {
  const { sessionToken } = ctx.caller
  if (sessionToken !== '') await ctx.db.delete(session).where(eq(session.tokenSha256, sha256(sessionToken)))
  ctx.setSession(null)
  return ok({})
}
