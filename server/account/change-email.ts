import { type Transaction, and, eq, gt, inTransaction, account, emailChange, emailCode } from '#server/database/database.ts'
import { type CallAnswer, type Context, type Verb, ok, refuse } from '#server/verbs/verb.ts'
import type * as calls from '#shared/api/account-settings.ts'
import { LIMITS, callerKey, countTry, emailKey } from '#server/verbs/rate-limit.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { newEmailMail, oldEmailMail, securityMail } from './account-mails.ts'
import { CODE_TYPES } from '#shared/api/auth.ts'
import { CODE_LIFETIME_MS, CODE_RESEND_MS } from '#shared/domain/account-rules.ts'
import { canonicalEmail, readEmail } from '#server/addresses/email-address.ts'
import { fail } from '#shared/result.ts'
import { dropProofs, isCodeOf, makeCode, useCode } from './email-code.ts'
import { claimEmail } from './email-owners.ts'
import { findAccount } from './find-account.ts'
import { readUserInfo } from './me.ts'
import { proveCurrent } from './passwords.ts'

/** The stored hash of a code that cannot be used: no code has this hash. */
const NO_CODE = ''

/**
 * Sends a code to the current mailbox and to the new one. If the new mailbox has an account, the answer is the same, but the new mailbox
 * gets no mail.
 */
export const startEmailChange: Verb<typeof calls.startEmailChange> = async ({ ctx, input: { email: entered, currentPassword } }) => {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { accountId } = current.value
  const old = await proveCurrent(ctx, current.value, currentPassword)
  if (!old.ok) return old
  const read = readEmail(entered)
  if (read === null || entered === old.value) return refuse('H3000', ['email'])
  if (read.canonical === canonicalEmail(old.value)) return refuse('EMAIL_TAKEN', ['email'])
  const email = read.address
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.emailChangeByAccount, [accountId])
  if (!counted.ok) return counted
  return inTransaction(ctx.db, async (tx) => {
    const oldCode = await makeCode(tx, ctx, old.value, CODE_TYPES.oldEmail)
    if (!oldCode.ok) return oldCode
    const newKey = newCodeKey(accountId, email)
    const newCode = await makeCode(tx, ctx, newKey, CODE_TYPES.newEmail)
    if (!newCode.ok) return newCode
    // Above the limit of the new mailbox, no mail is sent and the code is invalid, so nobody can guess it. An error would reveal that other
    // accounts requested codes for the mailbox.
    const { ok: hasRoom } = await countTry(tx, ctx.nowMs(), LIMITS.codesByEmail, [String(CODE_TYPES.newEmail), emailKey(email, ctx)])
    if (!hasRoom) await tx.update(emailCode).set({ codeHash: NO_CODE }).where(isCodeOf(newKey, CODE_TYPES.newEmail))
    const fresh = { newEmail: email, createdAtMs: ctx.nowMs() }
    await tx
      .insert(emailChange)
      .values({ accountId, ...fresh })
      .onConflictDoUpdate({ target: emailChange.accountId, set: fresh })
    await ctx.mailer.send(tx, { to: old.value, ...oldEmailMail(oldCode.value, email) })
    if (hasRoom && (await findAccount(tx, entered)) === undefined) await ctx.mailer.send(tx, { to: email, ...newEmailMail(newCode.value) })
    return ok({ resendAfterMs: CODE_RESEND_MS })
  })
}

/** The key of the code for a new mailbox. It contains the account, so requests of several accounts do not replace or delay each other. */
export function newCodeKey(accountId: string, email: string): string {
  return `${accountId} ${email}`
}

/** Changes the address with the codes of both mailboxes. A correct code stays valid while the other code is wrong. */
export const changeEmail: Verb<typeof calls.changeEmail> = async ({ ctx, input }) => {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { accountId } = current.value
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.verifyByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const isLive = and(eq(emailChange.accountId, accountId), gt(emailChange.createdAtMs, ctx.nowMs() - CODE_LIFETIME_MS))
  // A refusal is committed too, or a wrong try would not be counted.
  return ctx.db.transaction(async (tx): Promise<CallAnswer<typeof calls.changeEmail>> => {
    const [found] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId)).for('update')
    const [wanted] = await tx.select({ newEmail: emailChange.newEmail }).from(emailChange).where(isLive)
    if (found === undefined || wanted === undefined) return refuse('CODE_EXPIRED', ['oldCode'])
    const oldProved = await useCode(tx, ctx, found.email, CODE_TYPES.oldEmail, input.oldCode)
    if (!oldProved.ok) return fail({ ...oldProved.error, fields: ['oldCode'] })
    const newProved = await useCode(tx, ctx, newCodeKey(accountId, wanted.newEmail), CODE_TYPES.newEmail, input.newCode)
    if (!newProved.ok) {
      await tx.update(emailCode).set({ usedAtMs: null }).where(isCodeOf(found.email, CODE_TYPES.oldEmail))
      return fail({ ...newProved.error, fields: ['newCode'] })
    }
    const read = readEmail(wanted.newEmail)
    const isAddressInUse = read === null || (await findAccount(tx, read.address)) !== undefined || !(await claimEmail(tx, accountId, read))
    if (isAddressInUse) return refuse('EMAIL_TAKEN', ['email'])
    await moveTo(tx, ctx, accountId, found.email, read.address)
    return ok(await readUserInfo(tx, ctx, accountId))
  })
}

async function moveTo(tx: Transaction, ctx: Context, accountId: string, oldEmail: string, newEmail: string): Promise<void> {
  await tx.update(account).set({ email: newEmail }).where(eq(account.id, accountId))
  await tx.delete(emailChange).where(eq(emailChange.accountId, accountId))
  await dropProofs(tx, oldEmail, CODE_TYPES.reset)
  const change = `The email on your account was changed from ${oldEmail} to ${newEmail}.`
  await ctx.mailer.send(tx, { to: newEmail, ...securityMail(change, ctx) })
  const undo = "If you didn't make this change, contact us from this email right away so we can undo it."
  await ctx.mailer.send(tx, { to: oldEmail, ...securityMail(`${change}\n${undo}`, ctx) })
}
