import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { type Transaction, inTransaction } from '#server/database/database.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import { resetMail, signUpMail } from './account-mails.ts'
import { CODE_RESEND_MS } from '#shared/domain/account-rules.ts'
import { type CodeType, makeCode } from './email-code.ts'
import { LIMITS, countTry, emailKey, callerKey } from '#server/verbs/rate-limit.ts'
import { type sendResetCode as resetCall, CODE_TYPES, type sendVerificationCode as verificationCall } from '#shared/api/auth.ts'
import { familiarityOf } from '#server/verbs/known-callers.ts'
import { findAccount } from './find-account.ts'
import { readEmail } from '#server/addresses/email-address.ts'

/**
 * Creates a code and queues its mail, in one transaction. Without `mailOf` it creates the code but sends no mail. Callers known to the
 * account are counted separately.
 */
async function sendCode(
  ctx: Context,
  email: string,
  type: CodeType,
  mailOf: ((code: string) => MailText) | null,
  isKnown: boolean,
): Promise<Answer<{ resendAfterMs: number }>> {
  const sent = await inTransaction(ctx.db, async (tx) => {
    const code = await makeCode(tx, ctx, email, type)
    if (!code.ok) return code
    const counted = await countTry(tx, ctx.nowMs(), isKnown ? LIMITS.codesByKnown : LIMITS.codesByEmail, [
      String(type),
      emailKey(email, ctx),
    ])
    if (counted.ok && mailOf !== null) await ctx.mailer.send(tx, { to: email, ...mailOf(code.value) })
    return counted
  })
  if (!sent.ok) return sent
  return ok({ resendAfterMs: CODE_RESEND_MS })
}

/**
 * Sends a code for a new password to the account's stored spelling of the address. Without an account the answer is the same, but no mail
 * is sent.
 */
export async function sendResetCode({ ctx, input: { email } }: CallRequest<typeof resetCall>): Promise<CallAnswer<typeof resetCall>> {
  const account = await findAccount(ctx.db, email)
  const familiarity = await familiarityOf(ctx.db, ctx, account?.id)
  // Callers behind the same network address must not exhaust the limit of a known browser.
  const counted = familiarity === 'browser' ? ok(null) : await countTry(ctx.db, ctx.nowMs(), LIMITS.codesByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  return sendCode(ctx, account?.email ?? email, CODE_TYPES.reset, account === undefined ? null : resetMail, familiarity !== 'stranger')
}

export async function sendVerificationCode({
  ctx,
  input: { email },
}: CallRequest<typeof verificationCall>): Promise<CallAnswer<typeof verificationCall>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.codesByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const parsedEmail = readEmail(email)
  if (parsedEmail === null) return refuse('H3000', ['email'])
  if ((await findAccount(ctx.db, email)) !== undefined) return refuse('EMAIL_TAKEN', ['email'])
  return sendCode(ctx, parsedEmail.address, CODE_TYPES.signUp, signUpMail, false)
}

/** Sends a code for a new password at an operator's request; counted like any other code for that address. */
export async function sendResetCodeTo(tx: Transaction, ctx: Context, email: string): Promise<Answer<null>> {
  const code = await makeCode(tx, ctx, email, CODE_TYPES.reset)
  if (!code.ok) return code
  const counted = await countTry(tx, ctx.nowMs(), LIMITS.codesByEmail, [String(CODE_TYPES.reset), emailKey(email, ctx)])
  if (counted.ok) await ctx.mailer.send(tx, { to: email, ...resetMail(code.value) })
  return counted
}
