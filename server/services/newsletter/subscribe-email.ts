import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { subscribeEmail as call } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import { LIMITS } from '#server/services/auth/limits.ts'
import { callerKey, countTry, emailKey } from '#server/services/auth/rate-limit.ts'
import { makeId } from '#server/services/context/make-id.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { ok } from '#shared/result.ts'
import { confirmMail, welcomeMail } from './newsletter-mails.ts'

/**
 * Writes to an address that asks for the newsletter. Whether it was known, is on the list or has been written to often enough, the answer is
 * the same. Rule: docs/rules.md, "Newsletter".
 */
export async function subscribeEmail({
  ctx,
  input: { email },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<object, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.newsletterByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const isWritten = await ctx.db.transaction(async (tx) => {
    const mayWrite = await countTry(tx, ctx.nowMs(), LIMITS.newsletterByEmail, [emailKey(email, ctx)])
    if (!mayWrite.ok) return false
    const askedAtMs = ctx.nowMs()
    const [row] = await tx
      .insert(newsletterSubscriber)
      .values({ id: makeId(), email, askedAtMs })
      // Two wishes are one: the mail address.
      .onConflictDoUpdate({ target: newsletterSubscriber.email, set: { askedAtMs } })
      .returning()
    if (row === undefined) throw new Error('an address was not stored')
    const words = row.confirmedAtMs === null ? confirmMail(row.id, ctx) : welcomeMail(row.id, ctx)
    await ctx.mailer.send(tx, { to: email, ...words })
    return true
  })
  if (isWritten) ctx.mailer.wake()
  return ok({})
}
