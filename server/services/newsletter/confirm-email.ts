import type { Services } from '#server/services/context/context.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import { NEWSLETTER_ASKED_KEPT_MS } from '#shared/domain/newsletter-rules.ts'
import { welcomeMail } from './newsletter-mails.ts'
import { readNewsletterToken } from './newsletter-token.ts'

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
