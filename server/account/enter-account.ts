import { type Transaction, alias, and, asc, eq, inArray, inTransaction, isNull, notExists } from '#server/database/database.ts'
import { account, pushSubscription, batch, contactMessage, idempotency, media, owner, task } from '#server/database/schema.ts'
import { type Context, type Answer, type ServiceFailure, ok, refuse } from '#server/verbs/verb.ts'
import type { LoggedIn } from '#shared/api/auth.ts'
import { findVisitor } from '#server/verbs/require-owner.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { pointsOf } from '#server/billing/points.ts'
import { readUserInfo } from './me.ts'
import { openChallenge } from './login-challenges.ts'
import { hasSecondFactor } from './second-factor.ts'
import { openSession } from './sessions.ts'

type EntryResult = (LoggedIn & { readonly token: string }) | { readonly challenge: string }

/**
 * Logs in, in one transaction: `prove` finds or creates the account, the visitor's data moves to it and a session begins. If the account
 * requires a second factor that `prove` has not checked (`factorId` is null), nothing moves. The browser gets a challenge and
 * SECOND_FACTOR_NEEDED.
 */
export async function enterAccount(
  ctx: Context,
  prove: (tx: Transaction) => Promise<Answer<string>>,
  factorId: string | null = null,
): Promise<Answer<LoggedIn>> {
  const entryResult = await inTransaction<EntryResult, ServiceFailure>(ctx.db, async (tx) => {
    const accountId = await prove(tx)
    if (!accountId.ok) return accountId
    // Always lock the account before its owners, or two logins can deadlock.
    const { disabledAtMs } = account
    const [accountRow] = await tx.select({ disabledAtMs }).from(account).where(eq(account.id, accountId.value)).for('no key update')
    if (typeof accountRow?.disabledAtMs === 'number') return refuse('ACCOUNT_DISABLED')
    if (factorId === null && (await hasSecondFactor({ db: tx }, accountId.value))) {
      return ok({ challenge: await openChallenge(tx, ctx, 'second-factor', { accountId: accountId.value, data: '' }) })
    }
    const carried = await moveVisitorData(tx, ctx, accountId.value)
    const token = await openSession(tx, ctx, accountId.value, factorId === null ? null : { atMs: ctx.nowMs(), factorId })
    return ok({ token, carried, userInfo: await readUserInfo(tx, ctx, accountId.value) })
  })
  if (!entryResult.ok) return entryResult
  if ('challenge' in entryResult.value) {
    ctx.setChallenge(entryResult.value.challenge)
    return refuse('SECOND_FACTOR_NEEDED')
  }
  const { token, ...loggedIn } = entryResult.value
  ctx.setSession(token)
  return ok(loggedIn)
}

const isGenerating = inArray(task.status, ['PENDING', 'PROCESSING'])
const NOTHING_CARRIED = { creations: 0, points: 0 }

/**
 * Moves the visitor's data to the account and ends the visitor's token. Creations move at every login. Points, also reserved ones, move
 * only from the first visitor, because welcome points are granted once: the tasks of later visitors continue but refund nothing.
 */
async function moveVisitorData(
  tx: Transaction,
  { caller, nowMs }: Pick<Context, 'caller' | 'nowMs'>,
  accountId: string,
): Promise<LoggedIn['carried']> {
  const visitorId = isUserToken(caller.userToken) ? await findVisitor({ db: tx }, caller.userToken) : undefined
  if (visitorId === undefined) return NOTHING_CARRIED
  const owners = [visitorId, accountId]
  await tx.select({ id: owner.id }).from(owner).where(inArray(owner.id, owners)).orderBy(asc(owner.id)).for('update')
  const [retiredOwner] = await tx
    .update(owner)
    .set({ retiredAtMs: nowMs(), addressKey: null })
    .where(and(eq(owner.id, visitorId), isNull(owner.retiredAtMs)))
    .returning({ id: owner.id })
  if (retiredOwner === undefined) return NOTHING_CARRIED
  // Locks tasks after owners, in the order of their ids, like every other call. Otherwise two calls could deadlock.
  await tx.select({ id: task.id }).from(task).where(eq(task.ownerId, visitorId)).orderBy(asc(task.id)).for('update')
  const points = await movePoints(tx, visitorId, accountId, nowMs())
  return { creations: await moveWork(tx, visitorId, accountId), points }
}

async function movePoints(tx: Transaction, visitorId: string, accountId: string, nowMs: number): Promise<number> {
  const { points, held: reserved } = await pointsOf(tx, visitorId)
  if (points + reserved === 0) return 0
  const firstCarryRows = await tx
    .update(account)
    .set({ pointsCarriedAtMs: nowMs })
    .where(and(eq(account.id, accountId), isNull(account.pointsCarriedAtMs)))
    .returning({ id: account.id })
  const isFirst = firstCarryRows.length > 0
  if (!isFirst)
    await tx
      .update(task)
      .set({ points: 0 })
      .where(and(eq(task.ownerId, visitorId), isGenerating))
  if (points === 0) return 0
  const note = isFirst ? 'Points moved to your account' : 'Welcome points can be moved to an account only once'
  await appendEntries(tx, visitorId, [{ kind: 'expiry', amount: -points, note }], nowMs)
  if (isFirst) await appendEntries(tx, accountId, [{ kind: 'grant', amount: points, note: 'Points from before you logged in' }], nowMs)
  return isFirst ? points : 0
}

async function moveWork(tx: Transaction, visitorId: string, accountId: string): Promise<number> {
  const newOwner = { ownerId: accountId }
  const creations = await tx.update(task).set(newOwner).where(eq(task.ownerId, visitorId)).returning({ deletedAtMs: task.deletedAtMs })
  for (const table of [batch, media, contactMessage]) await tx.update(table).set(newOwner).where(eq(table.ownerId, visitorId))
  await moveAnswers(tx, visitorId, accountId)
  // The visitor's push subscriptions end: the browser subscribes again in its new session.
  await tx.delete(pushSubscription).where(eq(pushSubscription.ownerId, visitorId))
  return creations.filter(({ deletedAtMs }) => deletedAtMs === null).length
}

/** Moves the stored answers of idempotent calls. If the account has an answer for the same key, that answer stays. */
async function moveAnswers(tx: Transaction, visitorId: string, accountId: string): Promise<void> {
  const { route, key } = idempotency
  const ownAnswer = alias(idempotency, 'own')
  const existingAnswers = tx
    .select({ key: ownAnswer.key })
    .from(ownAnswer)
    .where(and(eq(ownAnswer.ownerId, accountId), eq(ownAnswer.route, route), eq(ownAnswer.key, key)))
  await tx
    .update(idempotency)
    .set({ ownerId: accountId })
    .where(and(eq(idempotency.ownerId, visitorId), notExists(existingAnswers)))
}
