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
import { deleteProofs, isCodeOf, makeCode, useCode } from './email-code.ts'
import { claimEmail } from './email-owners.ts'
import { findAccount } from './find-account.ts'
import { readUserInfo } from './me.ts'
import { checkCurrentPassword } from './passwords.ts'

/** The stored hash of a code that cannot be used: no code has this hash. */
const NO_CODE = ''

/**
 * Sends a code to the current mailbox and to the new one. If the new mailbox has an account, the answer is the same, but the new mailbox
 * gets no mail.
 */
export const startEmailChange: Verb<typeof calls.startEmailChange> = async ({ ctx, input: { email: enteredEmail, currentPassword } }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const oldEmail = await checkCurrentPassword(ctx, currentSession.value, currentPassword)
  if (!oldEmail.ok) return oldEmail
  const newAddress = readEmail(enteredEmail)
  if (newAddress === null || enteredEmail === oldEmail.value) return refuse('H3000', ['email'])
  if (newAddress.canonical === canonicalEmail(oldEmail.value)) return refuse('EMAIL_TAKEN', ['email'])
  const email = newAddress.address
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.emailChangeByAccount, [accountId])
  if (!counted.ok) return counted
  return inTransaction(ctx.db, async (tx) => {
    const oldCode = await makeCode(tx, ctx, oldEmail.value, CODE_TYPES.oldEmail)
    if (!oldCode.ok) return oldCode
    const newKey = newCodeKey(accountId, email)
    const newCode = await makeCode(tx, ctx, newKey, CODE_TYPES.newEmail)
    if (!newCode.ok) return newCode
    // Above the limit of the new mailbox, no mail is sent and the code is invalid, so nobody can guess it. An error would reveal that other
    // accounts requested codes for the mailbox.
    const { ok: isBelowLimit } = await countTry(tx, ctx.nowMs(), LIMITS.codesByEmail, [String(CODE_TYPES.newEmail), emailKey(email, ctx)])
    if (!isBelowLimit) await tx.update(emailCode).set({ codeHash: NO_CODE }).where(isCodeOf(newKey, CODE_TYPES.newEmail))
    const changeFields = { newEmail: email, createdAtMs: ctx.nowMs() }
    await tx
      .insert(emailChange)
      .values({ accountId, ...changeFields })
      .onConflictDoUpdate({ target: emailChange.accountId, set: changeFields })
    await ctx.mailer.send(tx, { to: oldEmail.value, ...oldEmailMail(oldCode.value, email) })
    if (isBelowLimit && (await findAccount(tx, enteredEmail)) === undefined)
      await ctx.mailer.send(tx, { to: email, ...newEmailMail(newCode.value) })
    return ok({ resendAfterMs: CODE_RESEND_MS })
  })
}

/** The key of the code for a new mailbox. It contains the account, so requests of several accounts do not replace or delay each other. */
export function newCodeKey(accountId: string, email: string): string {
  return `${accountId} ${email}`
}

/** Changes the address with the codes of both mailboxes. A correct code stays valid while the other code is wrong. */
export const changeEmail: Verb<typeof calls.changeEmail> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.verifyByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const isUnexpired = and(eq(emailChange.accountId, accountId), gt(emailChange.createdAtMs, ctx.nowMs() - CODE_LIFETIME_MS))
  // A refusal is committed too, or a wrong try would not be counted.
  return ctx.db.transaction(async (tx): Promise<CallAnswer<typeof calls.changeEmail>> => {
    const [accountRow] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId)).for('update')
    const [changeRow] = await tx.select({ newEmail: emailChange.newEmail }).from(emailChange).where(isUnexpired)
    if (accountRow === undefined || changeRow === undefined) return refuse('CODE_EXPIRED', ['oldCode'])
    const oldProved = await useCode(tx, ctx, accountRow.email, CODE_TYPES.oldEmail, input.oldCode)
    if (!oldProved.ok) return fail({ ...oldProved.error, fields: ['oldCode'] })
    const newProved = await useCode(tx, ctx, newCodeKey(accountId, changeRow.newEmail), CODE_TYPES.newEmail, input.newCode)
    if (!newProved.ok) {
      await tx.update(emailCode).set({ usedAtMs: null }).where(isCodeOf(accountRow.email, CODE_TYPES.oldEmail))
      return fail({ ...newProved.error, fields: ['newCode'] })
    }
    const newAddress = readEmail(changeRow.newEmail)
    const isAddressInUse =
      newAddress === null || (await findAccount(tx, newAddress.address)) !== undefined || !(await claimEmail(tx, accountId, newAddress))
    if (isAddressInUse) return refuse('EMAIL_TAKEN', ['email'])
    await storeNewEmail(tx, ctx, accountId, accountRow.email, newAddress.address)
    return ok(await readUserInfo(tx, ctx, accountId))
  })
}

async function storeNewEmail(tx: Transaction, ctx: Context, accountId: string, oldEmail: string, newEmail: string): Promise<void> {
  await tx.update(account).set({ email: newEmail }).where(eq(account.id, accountId))
  await tx.delete(emailChange).where(eq(emailChange.accountId, accountId))
  await deleteProofs(tx, oldEmail, CODE_TYPES.reset)
  const change = `The email on your account was changed from ${oldEmail} to ${newEmail}.`
  await ctx.mailer.send(tx, { to: newEmail, ...securityMail(change, ctx) })
  const undoNote = "If you didn't make this change, contact us from this email right away so we can undo it."
  await ctx.mailer.send(tx, { to: oldEmail, ...securityMail(`${change}\n${undoNote}`, ctx) })
}
