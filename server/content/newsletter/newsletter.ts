import { type Transaction, and, eq, gt, isNull, notExists, newsletterSubscriber } from '#server/database/database.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type CallRequest, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { OutgoingMail } from '#server/mail/open-mail.ts'
import type { Services } from '#server/verbs/services.ts'
import type { subscribeEmail as subscribeCall } from '#shared/api/contact.ts'
import { LIMITS, callerKey, countTry, emailKey } from '#server/verbs/rate-limit.ts'
import { type EmailAddress, readEmail } from '#server/addresses/email-address.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import { NEWSLETTER_REQUEST_RETENTION_MS, CONFIRM_PATH, UNSUBSCRIBE_PATH } from '#shared/domain/newsletter-rules.ts'

/**
 * Sends a confirmation to an e-mail address. The answer is the same for known, confirmed and rate-limited e-mail addresses.
 * Rule: docs/content.md, "Newsletter".
 */
export async function subscribeEmail({ ctx, input: { email } }: CallRequest<typeof subscribeCall>): Promise<Answer<object>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const emailAddress = readEmail(email)
  if (emailAddress === null) return refuse('H3000', ['email'])
  const countedByAddress = await countTry(ctx.db, ctx.nowMs(), LIMITS.newsletterByAddress, [callerKey(ctx)])
  if (!countedByAddress.ok) return countedByAddress
  await ctx.db.transaction(async (tx) => {
    const countedByEmail = await countTry(tx, ctx.nowMs(), LIMITS.newsletterByEmail, [emailKey(email, ctx)])
    if (!countedByEmail.ok) return
    await moveToCanonical(tx, email, emailAddress)
    const askedAtMs = ctx.nowMs()
    const [row] = await tx
      .insert(newsletterSubscriber)
      .values({ id: makeId(), email: emailAddress.canonical, sentTo: emailAddress.address, askedAtMs })
      // A repeated request changes only the time. Mails still go to the address of the first request.
      .onConflictDoUpdate({ target: newsletterSubscriber.email, set: { askedAtMs } })
      .returning()
    if (row === undefined) throw new Error('an address was not stored')
    const mail = row.confirmedAtMs === null ? confirmMail(row.id, ctx) : welcomeMail(row.id, ctx)
    await ctx.mailer.send(tx, { to: recipientOf(row), ...mail })
  })
  return ok({})
}

/** Moves a subscription to the canonical address: earlier builds stored the spelling, so a mailbox could be on the list more than once. */
async function moveToCanonical(tx: Transaction, spelling: string, { canonical }: EmailAddress): Promise<void> {
  if (spelling === canonical) return
  const canonicalRow = tx
    .select({ id: newsletterSubscriber.id })
    .from(newsletterSubscriber)
    .where(eq(newsletterSubscriber.email, canonical))
  await tx
    .update(newsletterSubscriber)
    .set({ email: canonical, sentTo: spelling })
    .where(and(eq(newsletterSubscriber.email, spelling), notExists(canonicalRow)))
}

function recipientOf({ email, sentTo }: typeof newsletterSubscriber.$inferSelect): string {
  return sentTo ?? email
}

type NewsletterContext = Pick<Services, 'db' | 'nowMs' | 'mailer' | 'secret' | 'config'>

/** Confirms the address of a signed link. False if the link is no longer valid. */
export async function confirmEmail(ctx: NewsletterContext, token: string): Promise<boolean> {
  const id = readNewsletterToken('confirm', token, ctx.secret)
  if (id === null) return false
  return ctx.db.transaction(async (tx) => {
    const isUnconfirmed = and(
      eq(newsletterSubscriber.id, id),
      isNull(newsletterSubscriber.confirmedAtMs),
      gt(newsletterSubscriber.askedAtMs, ctx.nowMs() - NEWSLETTER_REQUEST_RETENTION_MS),
    )
    const [confirmedRow] = await tx.update(newsletterSubscriber).set({ confirmedAtMs: ctx.nowMs() }).where(isUnconfirmed).returning()
    if (confirmedRow !== undefined) await ctx.mailer.send(tx, { to: recipientOf(confirmedRow), ...welcomeMail(id, ctx) })
    const [row] = await tx.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.id, id))
    return row !== undefined && row.confirmedAtMs !== null
  })
}

/** Deletes the address of a signed link. Idempotent. False for an invalid link. */
export async function unsubscribeEmail({ db, secret }: Pick<Services, 'db' | 'secret'>, token: string): Promise<boolean> {
  const id = readNewsletterToken('unsubscribe', token, secret)
  if (id === null) return false
  await db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.id, id))
  return true
}

type MailContext = Pick<Services, 'secret' | 'config'>
type MailContent = Omit<OutgoingMail, 'to'>

const LINK_DAYS = NEWSLETTER_REQUEST_RETENTION_MS / (24 * 60 * 60 * 1000)

function confirmMail(id: string, ctx: MailContext): MailContent {
  return {
    subject: 'Confirm your Kinora newsletter subscription',
    body: `We received a request to send the Kinora newsletter to this email.
It has occasional news about effects and new ways to animate a photo.

To confirm, open this page and press the button:
${linkOf('confirm', id, ctx)}

The link expires in ${LINK_DAYS} days. If you didn't ask for the newsletter, ignore this
message. We won't send it, and we'll delete your email from our list.
`,
  }
}

/** The mail with the unsubscribe link. It is sent after the confirmation, and when a confirmed address subscribes again. */
function welcomeMail(id: string, ctx: MailContext): MailContent {
  const unsubscribeUrl = linkOf('unsubscribe', id, ctx)
  return {
    subject: "You're subscribed to the Kinora newsletter",
    body: `You'll now get the Kinora newsletter.

To unsubscribe at any time, open this page and press the button:
${unsubscribeUrl}
`,
    unsubscribeUrl,
  }
}

function linkOf(purpose: 'confirm' | 'unsubscribe', id: string, { secret, config }: MailContext): string {
  const path = purpose === 'confirm' ? CONFIRM_PATH : UNSUBSCRIBE_PATH
  return `${config.origins[0] ?? ''}${path}?token=${newsletterToken(purpose, id, secret)}`
}

const TOKEN_PATTERN = /^([0-9a-f]{32})\.([0-9a-f]{64})$/

type NewsletterPurpose = 'confirm' | 'unsubscribe'

/** The signed token of a link, for the subscriber's id and a purpose. Tokens are not stored: the signature proves them. */
function newsletterToken(purpose: NewsletterPurpose, id: string, secret: string): string {
  return `${id}.${signToken(purpose, id, secret)}`
}

/** The subscriber's id in a token for `purpose`; null if the token is invalid. */
function readNewsletterToken(purpose: NewsletterPurpose, token: string, secret: string): string | null {
  const [, id, tokenSignature] = TOKEN_PATTERN.exec(token) ?? []
  if (id === undefined || tokenSignature === undefined) return null
  return timingSafeEqual(Buffer.from(tokenSignature), Buffer.from(signToken(purpose, id, secret))) ? id : null
}

function signToken(purpose: NewsletterPurpose, id: string, secret: string): string {
  return createHmac('sha256', secret).update(`newsletter ${purpose} ${id}`).digest('hex')
}
