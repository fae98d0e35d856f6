import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import type { contactUs } from '#shared/api/contact.ts'
import { type Transaction, eq, contactMessage } from '#server/database/database.ts'
import { hourlyWaitMs } from '#server/verbs/rate-limit.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { readEmail } from '#server/addresses/email-address.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import { readMembership } from '#server/billing/membership.ts'
import { MAX_CONTACT_MESSAGES_PER_HOUR } from '#shared/domain/support-rules.ts'

/** Stores a message to the operator. Repeats with the same message id are stored once. */
export async function sendMessage({ ctx, input }: CallRequest<typeof contactUs>): Promise<Answer<object>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const emailAddress = readEmail(input.email)
  if (emailAddress === null) return refuse('H3000', ['email'])
  const message = { ...input, email: emailAddress.address }
  return onceForKey<object>(ctx, owner.value, async (tx) => {
    const isOwnMessage = eq(contactMessage.ownerId, owner.value)
    const waitMs = await hourlyWaitMs(tx, contactMessage.createdAtMs, isOwnMessage, MAX_CONTACT_MESSAGES_PER_HOUR, ctx.nowMs())
    if (waitMs > 0) return refuse('H4022', undefined, waitMs)
    const { isActive: isPriority } = await readMembership(tx, owner.value, ctx.nowMs())
    await tx.insert(contactMessage).values({ ...message, id: makeId(), ownerId: owner.value, createdAtMs: ctx.nowMs(), isPriority })
    await mailOperator(tx, ctx, { ...message, isPriority })
    return ok({})
  })
}

interface AcceptedMessage extends CallInput<typeof contactUs> {
  /** The sender has a plan, which includes priority support. */
  readonly isPriority: boolean
}

/** Sends the message also to the operator's address, if one is configured. Replies go to the sender of the message. */
async function mailOperator(tx: Transaction, { config, mailer }: Context, { email, subject, message, isPriority }: AcceptedMessage) {
  if (config.operator.email === null) return
  await mailer.send(tx, {
    to: config.operator.email,
    subject: `Kinora ${isPriority ? 'priority support' : 'support'}: ${toOneLine(subject)}`,
    body: `From: ${email}\n\n${message}\n`,
    replyTo: email,
  })
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
