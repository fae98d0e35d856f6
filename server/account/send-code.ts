import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { MailText } from '#server/platform/mail/mail-texts.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { CODE_RESEND_MS } from '#shared/domain/account-rules.ts'
import { type Result, ok } from '#shared/result.ts'
import { type CodeType, makeCode } from './email-code.ts'
import { LIMITS, countTry, emailKey } from '#server/platform/context/rate-limit.ts'

/**
 * Creates a code and queues its mail, in one transaction. Without `text` the code is created and no mail is sent. Callers known to the account
 * are counted apart.
 */
export async function sendCode(
  ctx: Context,
  email: string,
  type: CodeType,
  text: ((code: string) => MailText) | null,
  isKnown: boolean,
): Promise<Result<{ resendAfterMs: number }, ServiceFailure>> {
  const sent = await inTransaction(ctx.db, async (tx) => {
    const code = await makeCode(tx, ctx, email, type)
    if (!code.ok) return code
    const counted = await countTry(tx, ctx.nowMs(), isKnown ? LIMITS.codesByKnown : LIMITS.codesByEmail, [
      String(type),
      emailKey(email, ctx),
    ])
    if (counted.ok && text !== null) await ctx.mailer.send(tx, { to: email, ...text(code.value) })
    return counted
  })
  if (!sent.ok) return sent
  return ok({ resendAfterMs: CODE_RESEND_MS })
}
