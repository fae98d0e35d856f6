import { type Transaction, eq, inTransaction, account, rateLimit, session } from '#server/database/database.ts'
import { type Answer, type CallAnswer, type Context, type Verb, ok, refuse } from '#server/verbs/verb.ts'
import type { GooglePerson } from './google-login.ts'
import type * as calls from '#shared/api/account-settings.ts'
import { readMembership } from '#server/billing/membership.ts'
import { LIMITS, callerKey, countTry, refund } from '#server/verbs/rate-limit.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { readUserInfo } from '../me.ts'
import { lockAccount } from '../find-account.ts'
import { hasWayIn } from '../passkey-settings.ts'
import { checkCurrentPassword } from '../passwords.ts'
import { mailSecurityChange } from '../account-mails.ts'

/** Links the account to a verified Google account, which can log in from then on. This requires the current password. */
export const linkGoogle: Verb<typeof calls.linkGoogle> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  if (ctx.google === null) return refuse('H4001')
  const passwordCheck = await checkCurrentPassword(ctx, currentSession.value, input.currentPassword)
  if (!passwordCheck.ok) return passwordCheck
  const countedLimit = [LIMITS.thirdPartyByAddress, [callerKey(ctx)]] as const
  const counted = await countTry(ctx.db, ctx.nowMs(), ...countedLimit)
  if (!counted.ok) return counted
  const googleProof = await ctx.google.redeemCode(input.code)
  if (!googleProof.ok && googleProof.error === 'away') {
    await refund(ctx.db, ...countedLimit)
    return refuse('H503')
  }
  if (!googleProof.ok) return refuse('GOOGLE_REFUSED')
  const userInfo: CallAnswer<typeof calls.linkGoogle> = await inTransaction(ctx.db, async (tx) => {
    if (!(await acceptProof(tx, googleProof.value))) return refuse('GOOGLE_REFUSED')
    await lockAccount(tx, accountId)
    // A password change during the request to Google may have ended the session.
    const currentSessions = await tx.select({ id: session.id }).from(session).where(eq(session.id, currentSession.value.id))
    if (currentSessions.length === 0) return refuse('H3009')
    const linkResult = await linkAccount(tx, ctx, accountId, googleProof.value.sub)
    return linkResult.ok ? ok(await readUserInfo(tx, ctx, accountId)) : linkResult
  })
  if (userInfo.ok) await refund(ctx.db, ...countedLimit)
  return userInfo
}

async function linkAccount(tx: Transaction, ctx: Context, accountId: string, googleSub: string): Promise<Answer<null>> {
  const [accountRow] = await tx.select({ sub: account.googleSub }).from(account).where(eq(account.id, accountId))
  if (accountRow?.sub === googleSub) return ok(null)
  const [otherAccount] = await tx.select({ id: account.id }).from(account).where(eq(account.googleSub, googleSub))
  if (otherAccount !== undefined) return refuse((await haveBothPlans(tx, [accountId, otherAccount.id], ctx.nowMs())) ? 'H3017' : 'H3016')
  if (accountRow === undefined || accountRow.sub !== null) return refuse('H3016')
  await tx.update(account).set({ googleSub }).where(eq(account.id, accountId))
  await mailSecurityChange(tx, ctx, accountId, 'googleLinked')
  return ok(null)
}

async function haveBothPlans(tx: Transaction, accountIds: readonly string[], nowMs: number): Promise<boolean> {
  for (const id of accountIds) if (!(await readMembership(tx, id, nowMs)).isActive) return false
  return true
}

/** Ends the link to the Google account. ONLY_WAY_IN if neither a password nor a passkey opens the account; add one first. */
export const unlinkGoogle: Verb<typeof calls.unlinkGoogle> = async ({ ctx }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  return inTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId)
    const [accountRow] = await tx.select({ sub: account.googleSub }).from(account).where(eq(account.id, accountId))
    if (accountRow?.sub === null) return ok(await readUserInfo(tx, ctx, accountId))
    await tx.update(account).set({ googleSub: null }).where(eq(account.id, accountId))
    if (!(await hasWayIn(tx, accountId))) return refuse('ONLY_WAY_IN')
    await mailSecurityChange(tx, ctx, accountId, 'googleUnlinked')
    return ok(await readUserInfo(tx, ctx, accountId))
  })
}

/** A proof is accepted once; a copy is refused until the proof has expired. */
export async function acceptProof(tx: Transaction, { proofSha256, proofExpiresAtMs }: GooglePerson): Promise<boolean> {
  const insertedProofs = await tx
    .insert(rateLimit)
    .values({ key: sha256(`google ${proofSha256}`), count: 1, endsAtMs: proofExpiresAtMs })
    .onConflictDoNothing()
    .returning({ key: rateLimit.key })
  return insertedProofs.length > 0
}
