import type { Database, Transaction } from '#server/database/database.ts'
import { and, asc, eq, gt, inArray, inTransaction, lte, ne, sql } from '#server/database/database.ts'
import * as schema from '#server/database/schema.ts'
import type { MediaStore } from '#server/media-store/file-store.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { newCodeKey } from './change-email.ts'
import { canonicalEmail } from '#server/addresses/email-address.ts'
import { lockOwner, requireAccount } from '#server/verbs/require-owner.ts'
import { endPayments, hasEndedPayments, closeOpenOrders } from '#server/billing/close-orders.ts'
import { type CallRequest, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { deleteMe as deleteCall } from '#shared/api/account-settings.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { stopRenewals } from '#server/billing/membership.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { readUserInfo } from './me.ts'

const FILES_AT_ONCE = 200
/** How long after the deletion time of an account its plan may still run, in ms. After that an error is logged. */
const PLAN_ENDS_WITHIN_MS = 24 * 60 * 60 * 1000

type Files = Pick<MediaStore, 'remove'>

/**
 * Closes, empties and deletes accounts after their grace period. Each step may be interrupted and repeated; unfinished accounts wait for
 * the next run. Owner, ledger and payments stay without personal data, invoices for legal reasons. Returns the errors. Rejects on stop.
 */
export async function eraseAccounts(db: Database, files: Files, nowMs: number, stopSignal?: AbortSignal): Promise<readonly unknown[]> {
  const dueAccounts = await db
    .select({ id: schema.account.id, deletesAtMs: schema.account.deletesAtMs })
    .from(schema.account)
    .where(lte(schema.account.deletesAtMs, nowMs))
  const problems: unknown[] = []
  for (const { id, deletesAtMs } of dueAccounts) {
    stopSignal?.throwIfAborted()
    try {
      if (!(await closeAccount(db, id, nowMs))) continue
      if (!(await hasEndedPayments(db, id, nowMs))) {
        if (nowMs > (deletesAtMs ?? nowMs) + PLAN_ENDS_WITHIN_MS)
          problems.push(new Error(`the payments of ${id}, which is to be erased, have not ended`))
        continue
      }
      problems.push(...(await eraseFiles(db, files, id, stopSignal)))
      await emptyAccount(db, id, nowMs)
    } catch (error) {
      stopSignal?.throwIfAborted()
      problems.push(error)
    }
  }
  return problems
}

/**
 * Ends sessions, payments and waiting tasks, blocks logins and frees the address. False while a task of the account is running, or if the
 * account is no longer due.
 */
async function closeAccount(db: Database, id: string, nowMs: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isDue = and(eq(schema.account.id, id), lte(schema.account.deletesAtMs, nowMs))
    const [accountRow] = await tx.select({ email: schema.account.email }).from(schema.account).where(isDue).for('update')
    if (accountRow === undefined) return false
    await lockOwner(tx, id)
    await tx
      .update(schema.account)
      .set({ email: `erased ${id}`, firstName: '', lastName: '', passwordHash: null, googleSub: null })
      .where(isDue)
    await tx.update(schema.owner).set({ retiredAtMs: nowMs }).where(eq(schema.owner.id, id))
    const emailChanges = await tx
      .select({ newEmail: schema.emailChange.newEmail })
      .from(schema.emailChange)
      .where(eq(schema.emailChange.accountId, id))
    for (const table of [schema.session, schema.knownCaller, schema.accountEmail, ...schema.PROTECTION_TABLES])
      await tx.delete(table).where(eq(table.accountId, id))
    for (const table of [schema.pushSubscription, schema.billingDetails]) await tx.delete(table).where(eq(table.ownerId, id))
    const spellings = [canonicalEmail(accountRow.email), accountRow.email]
    for (const table of [schema.emailCode, schema.emailProof, schema.newsletterSubscriber])
      await tx.delete(table).where(inArray(table.email, spellings))
    await tx.delete(schema.emailCode).where(sql`starts_with(${schema.emailCode.email}, ${newCodeKey(id, '')})`)
    await tx.delete(schema.mail).where(inArray(schema.mail.recipient, [accountRow.email, ...emailChanges.map(({ newEmail }) => newEmail)]))
    await cancelPendingTasks(tx, id, nowMs)
    await endPayments(tx, id, nowMs)
    const runningTasks = await tx
      .select({ id: schema.task.id })
      .from(schema.task)
      .where(and(eq(schema.task.ownerId, id), eq(schema.task.status, 'PROCESSING')))
    return runningTasks.length === 0
  })
}

async function cancelPendingTasks(tx: Transaction, ownerId: string, nowMs: number): Promise<void> {
  const cancelledTasks = await tx
    .update(schema.task)
    .set({ status: 'CANCELLED', finishedAtMs: nowMs })
    .where(and(eq(schema.task.ownerId, ownerId), eq(schema.task.status, 'PENDING')))
    .returning({ id: schema.task.id, points: schema.task.points })
  if (cancelledTasks.length === 0) return
  const toMovement = ({ id, points }: (typeof cancelledTasks)[number]) =>
    ({ kind: 'return', amount: points, taskId: id, note: 'Canceled before rendering' }) as const
  await appendEntries(tx, ownerId, cancelledTasks.map(toMovement), nowMs)
}

/**
 * Removes an account's files in name order, and the files of failed and cancelled tasks. A file that cannot be removed does not prevent the
 * removal of the others. Returns the errors.
 */
async function eraseFiles(db: Database, files: Files, ownerId: string, stopSignal?: AbortSignal): Promise<readonly unknown[]> {
  const problems: unknown[] = []
  const endedTasks = await db
    .select({ videoName: schema.task.videoName, posterName: schema.task.posterName })
    .from(schema.task)
    .where(and(eq(schema.task.ownerId, ownerId), inArray(schema.task.status, ['FAILED', 'CANCELLED'])))
  for (const name of endedTasks.flatMap(({ videoName, posterName }) => [videoName, posterName])) {
    await files.remove(name).catch((error: unknown) => problems.push(error))
  }
  let afterName: string | undefined = ''
  while (afterName !== undefined) {
    stopSignal?.throwIfAborted()
    afterName = await eraseNextFiles(db, files, ownerId, afterName, problems)
  }
  return problems
}

/**
 * Deletes the next files of an account, each before its row, so that the next run finds files that could not be deleted. The rows are
 * locked: otherwise an upload that is being stored would leave its file. Returns the last name; undefined if no files are left.
 */
async function eraseNextFiles(
  db: Database,
  files: Files,
  ownerId: string,
  afterName: string,
  problems: unknown[],
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const isNextFile = and(eq(schema.media.ownerId, ownerId), gt(schema.media.name, afterName))
    const rows = await tx
      .select({ name: schema.media.name })
      .from(schema.media)
      .where(isNextFile)
      .orderBy(asc(schema.media.name))
      .limit(FILES_AT_ONCE)
      .for('update')
    const removedNames: string[] = []
    for (const { name } of rows) {
      await files.remove(name).then(
        () => removedNames.push(name),
        (error: unknown) => problems.push(error),
      )
    }
    if (removedNames.length > 0) await tx.delete(schema.media).where(inArray(schema.media.name, removedNames))
    return rows.at(-1)?.name
  })
}

/**
 * Deletes prompts, messages, card data and other rows. Deletes the account row last and only if no file remains: the next run finds the
 * account by this row.
 */
async function emptyAccount(db: Database, id: string, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(schema.batch).set({ prompt: '', images: [] }).where(eq(schema.batch.ownerId, id))
    await tx
      .update(schema.task)
      .set({ deletedAtMs: sql`coalesce(${schema.task.deletedAtMs}, ${nowMs})`, isErased: true, engineHandle: null })
      .where(eq(schema.task.ownerId, id))
    await tx.update(schema.topUp).set({ cardSession: null, cardRef: null, cardLabel: null }).where(eq(schema.topUp.ownerId, id))
    for (const table of [schema.contactMessage, schema.idempotency, schema.lowPoints]) await tx.delete(table).where(eq(table.ownerId, id))
    const remainingFiles = await tx.select({ name: schema.media.name }).from(schema.media).where(eq(schema.media.ownerId, id)).limit(1)
    if (remainingFiles.length === 0) await tx.delete(schema.account).where(eq(schema.account.id, id))
  })
}

/** Schedules the erasure, cancels plans and open checkouts and ends all other sessions. A repeated call does not move the date. */
export async function deleteMe({ ctx, input }: CallRequest<typeof deleteCall>): Promise<Answer<UserInfo>> {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { id, accountId } = currentSession.value
  return inTransaction(ctx.db, async (tx) => {
    const erasureAtMs = await scheduleErasure(tx, accountId, input.confirmation, ctx.nowMs())
    if (erasureAtMs === undefined) return refuse('H3000', ['confirmation'])
    await tx.delete(schema.session).where(and(eq(schema.session.accountId, accountId), ne(schema.session.id, id)))
    return ok(await readUserInfo(tx, ctx, accountId))
  })
}

/**
 * Schedules the erasure and cancels plans and open checkouts. Returns the erasure time, which a repetition does not move. Undefined if the
 * account has another address. The caller ends the sessions.
 */
export async function scheduleErasure(tx: Transaction, accountId: string, email: string, nowMs: number): Promise<number | undefined> {
  const [accountRow] = await tx.select({ email: schema.account.email }).from(schema.account).where(eq(schema.account.id, accountId))
  if (accountRow === undefined || canonicalEmail(accountRow.email) !== canonicalEmail(email)) return undefined
  const [markedAccount] = await tx
    .update(schema.account)
    .set({ deletesAtMs: sql`coalesce(${schema.account.deletesAtMs}, ${nowMs + DELETION_GRACE_MS})` })
    .where(and(eq(schema.account.id, accountId), eq(schema.account.email, accountRow.email)))
    .returning({ deletesAtMs: schema.account.deletesAtMs })
  if (markedAccount === undefined) return undefined
  await lockOwner(tx, accountId)
  await stopRenewals(tx, accountId, 'period_end', nowMs)
  await closeOpenOrders(tx, accountId, nowMs)
  return markedAccount.deletesAtMs ?? undefined
}
