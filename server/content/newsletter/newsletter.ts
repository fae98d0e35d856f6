import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Services } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { subscribeEmail as call } from '#shared/api/user.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'
import { newsletterSubscriber } from '#server/platform/database/newsletter-schema.ts'
import { LIMITS, callerKey, countTry, emailKey } from '#server/platform/context/rate-limit.ts'
import { makeId } from '#server/platform/context/make-id.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { NEWSLETTER_ASKED_KEPT_MS } from '#shared/domain/newsletter-rules.ts'
import { confirmMail, welcomeMail, readNewsletterToken } from './newsletter-mails.ts'

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

type Ctx = Pick<Services, 'db' | 'nowMs' | 'mailer' | 'secret' | 'config'>

/** Puts the address of a link on the list; the link itself proves whose it is. False for one that does not hold any more. */
export async function confirmEmail(ctx: Ctx, token: string): Promise<boolean> {
  const id = readNewsletterToken('confirm', token, ctx.secret)
  if (id === null) return false
  const [isThere, isNew] = await ctx.db.transaction(async (tx) => {
    const isAsking = and(
      eq(newsletterSubscriber.id, id),
      isNull(newsletterSubscriber.confirmedAtMs),
      gt(newsletterSubscriber.askedAtMs, ctx.nowMs() - NEWSLETTER_ASKED_KEPT_MS),
    )
    const [confirmed] = await tx.update(newsletterSubscriber).set({ confirmedAtMs: ctx.nowMs() }).where(isAsking).returning()
    if (confirmed !== undefined) await ctx.mailer.send(tx, { to: confirmed.email, ...welcomeMail(id, ctx) })
    const [row] = await tx.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.id, id))
    return [row !== undefined && row.confirmedAtMs !== null, confirmed !== undefined]
  })
  if (isNew) ctx.mailer.wake()
  return isThere
}

/** Forgets the address of a link; the link itself proves whose it is. Done twice is done once. False for a link that is none of ours. */
export async function unsubscribeEmail({ db, secret }: Pick<Services, 'db' | 'secret'>, token: string): Promise<boolean> {
  const id = readNewsletterToken('unsubscribe', token, secret)
  if (id === null) return false
  await db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.id, id))
  return true
}
