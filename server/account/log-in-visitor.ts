import { type Transaction, and, eq, inTransaction, isNotNull, lt, sql, owner, welcomeLimit } from '#server/database/database.ts'
import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { payLogin } from '#shared/api/pay-user.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { findSession, findVisitor } from '#server/verbs/require-owner.ts'
import { rememberCaller } from '#server/verbs/known-callers.ts'
import { addressKey, customerKey, isLoopback, limitedAddressKey } from '#server/addresses/address-key.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { appendEntries } from '#server/billing/ledger.ts'

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    readonly welcomePointsVisitor: number
    readonly welcomeVisitorsPerAddressPerDay: number
  }
}

export const DAY_MS = 24 * 60 * 60 * 1000
/** The limit of welcome points for an IPv6 customer, as a multiple of the limit of one network. A customer can use many networks. */
export const NETWORKS_OF_A_CUSTOMER = 4

/**
 * Registers the visitor of a new token and grants welcome points; for a known token, returns the id of its visitor. A token that replaces
 * the token of a signed-up visitor gets no points: the session, or the old token in the request, shows this.
 */
export async function logInVisitor({ ctx, input }: CallRequest<typeof payLogin>): Promise<Answer<{ userId: string }>> {
  const session = await findSession(ctx)
  const { businessUserId } = ctx.caller
  if (businessUserId !== '' && session === undefined) return refuse('H3009')
  if (businessUserId !== '' && businessUserId !== session?.accountId) return refuse('H3013')
  if (!isUserToken(ctx.caller.userToken)) return refuse(ctx.caller.userToken === '' ? 'H3001' : 'H3000', ['userToken'])
  // At the login, the browser replaced its user token with a new one. The account must recognise the browser by the new token after a
  // logout.
  if (session !== undefined) await rememberCaller(ctx.db, ctx, session.accountId)
  const tokenSha256 = sha256(ctx.caller.userToken)
  const limitedKey = limitedAddressKey(ctx.caller.address, ctx.secret)
  const visitor = await inTransaction(ctx.db, async (tx): Promise<Answer<{ userId: string }>> => {
    const [newVisitor] = await tx
      .insert(owner)
      .values({ id: makeId(), tokenSha256, createdAtMs: ctx.nowMs(), addressKey: limitedKey })
      .onConflictDoNothing({ target: owner.tokenSha256 })
      .returning({ id: owner.id })
    if (newVisitor !== undefined) {
      const counted = limitedKey === null ? ok(null) : await countTry(tx, ctx.nowMs(), LIMITS.visitorsByAddress, [limitedKey])
      if (!counted.ok) return counted
      const isFirst = session === undefined && !(await isRetired(tx, input.replaces))
      const welcomed = isFirst ? await grantWelcomePoints(tx, ctx, newVisitor.id) : ok(null)
      return welcomed.ok ? ok({ userId: newVisitor.id }) : welcomed
    }
    const visitorId = await findVisitor({ db: tx }, ctx.caller.userToken)
    return visitorId === undefined ? refuse('H3009') : ok({ userId: visitorId })
  })
  if (visitor.ok) ctx.renewUserToken()
  return visitor
}

async function isRetired(tx: Transaction, userToken: string | undefined): Promise<boolean> {
  if (userToken === undefined) return false
  const retiredOwners = await tx
    .select({ id: owner.id })
    .from(owner)
    .where(and(eq(owner.tokenSha256, sha256(userToken)), isNotNull(owner.retiredAtMs)))
  return retiredOwners.length > 0
}

async function grantWelcomePoints(tx: Transaction, ctx: Context, ownerId: string): Promise<Answer<unknown>> {
  const points = ctx.config.welcomePointsVisitor
  if (points === 0 || !(await mayGrantWelcome(tx, ctx))) return ok(null)
  return appendEntries(tx, ownerId, [{ kind: 'grant', amount: points, note: 'Welcome points' }], ctx.nowMs())
}

async function mayGrantWelcome(tx: Transaction, ctx: Context): Promise<boolean> {
  const limit = ctx.config.welcomeVisitorsPerAddressPerDay
  const { address } = ctx.caller
  if (limit === 0 || isLoopback(address)) return true
  if (!(await countGrant(tx, ctx, addressKey(address, ctx.secret), limit))) return false
  const customerHash = customerKey(address, ctx.secret)
  return customerHash === null || countGrant(tx, ctx, customerHash, limit * NETWORKS_OF_A_CUSTOMER)
}

async function countGrant(tx: Transaction, { nowMs }: Context, addressHash: string, limit: number): Promise<boolean> {
  const countedRows = await tx
    .insert(welcomeLimit)
    .values({ addressHash, day: Math.floor(nowMs() / DAY_MS), grants: 1 })
    .onConflictDoUpdate({
      target: [welcomeLimit.addressHash, welcomeLimit.day],
      set: { grants: sql`${welcomeLimit.grants} + 1` },
      setWhere: lt(welcomeLimit.grants, limit),
    })
    .returning({ grants: welcomeLimit.grants })
  return countedRows.length > 0
}
