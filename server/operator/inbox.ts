import type { Transaction } from '#server/database/database.ts'
import { asc, count, desc, eq, inArray, inTransaction, isNotNull, isNull, sql } from '#server/database/database.ts'
import { contactReply, contactMessage } from '#server/database/schema.ts'
import { ok, refuse } from '#server/verbs/verb.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import type { InboxMessage, getMessages, replyToMessage, setMessageState } from '#shared/api/operator-inbox.ts'
import { OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'
import type { getOpening } from '#shared/api/operator.ts'

type MessageRow = typeof contactMessage.$inferSelect

/** Open messages: members first, because their plan includes priority, then oldest first. Answered messages: newest first. */
export const listMessages: OperatorVerb<typeof getMessages> = async ({ ctx, input: { state, offset = '0' }, operator }) => {
  return ctx.db.transaction(async (tx) => {
    const { answeredAtMs, isPriority, createdAtMs, id } = contactMessage
    const rows = await tx
      .select()
      .from(contactMessage)
      .where(state === 'open' ? isNull(answeredAtMs) : isNotNull(answeredAtMs))
      .orderBy(...(state === 'open' ? [desc(isPriority), asc(createdAtMs), asc(id)] : [desc(answeredAtMs), asc(id)]))
      .limit(OPERATOR_PAGE_ROWS + 1)
      .offset(Number(offset))
    const data = await withReplies(tx, rows.slice(0, OPERATOR_PAGE_ROWS))
    await recordAct(tx, ctx, operator, { act: 'view_messages', subject: 'none', subjectId: '', detail: { state } })
    return ok({ data, hasNext: rows.length > OPERATOR_PAGE_ROWS })
  })
}

async function withReplies(tx: Transaction, rows: readonly MessageRow[]): Promise<InboxMessage[]> {
  const ids = rows.map(({ id }) => id)
  const replies = await tx.select().from(contactReply).where(inArray(contactReply.messageId, ids)).orderBy(asc(contactReply.createdAtMs))
  return rows.map(({ createdAtMs: createdAt, answeredAtMs: answeredAt, ...message }) => ({
    ...message,
    createdAt,
    answeredAt,
    replies: replies
      .filter(({ messageId }) => messageId === message.id)
      .map(({ id, body, createdAtMs }) => ({ id, body, createdAt: createdAtMs })),
  }))
}

/** Sends an answer to the message's address, once per key. The user's reply goes to the operator's address. */
export const answerMessage: OperatorVerb<typeof replyToMessage> = async ({ ctx, input: { messageId, body }, operator }) => {
  return onceForKey(ctx, operator.accountId, async (tx) => {
    const [message] = await tx.select().from(contactMessage).where(eq(contactMessage.id, messageId)).for('update')
    if (message === undefined) return refuse('H4001')
    const nowMs = ctx.nowMs()
    await tx.insert(contactReply).values({ id: makeId(), messageId, operatorId: operator.accountId, body, createdAtMs: nowMs })
    await tx.update(contactMessage).set({ answeredAtMs: nowMs }).where(eq(contactMessage.id, messageId))
    const replyTo = ctx.config.operator.email
    await ctx.mailer.send(tx, { to: message.email, ...replyMail(message, body), ...(replyTo === null ? {} : { replyTo }) })
    await recordAct(tx, ctx, operator, { act: 'reply', subject: 'message', subjectId: messageId })
    return ok({})
  })
}

/** An answer to a contact message, with the message below. */
function replyMail(message: { readonly subject: string; readonly message: string }, body: string): MailText {
  const quotedLines = message.message.split('\n').map((line) => `> ${line}`)
  return { subject: `Re: ${message.subject.replace(/\s+/g, ' ').trim()}`, body: `${body}\n\n${quotedLines.join('\n')}\n` }
}

/** Closes a message without a mail, or opens it again; a repetition changes nothing. */
export const changeMessageState: OperatorVerb<typeof setMessageState> = async ({ ctx, input: { messageId, state }, operator }) => {
  return inTransaction(ctx.db, async (tx) => {
    const answeredAtMs = state === 'open' ? null : sql`coalesce(${contactMessage.answeredAtMs}, ${ctx.nowMs()})`
    const changedMessages = await tx
      .update(contactMessage)
      .set({ answeredAtMs })
      .where(eq(contactMessage.id, messageId))
      .returning({ id: contactMessage.id })
    if (changedMessages.length === 0) return refuse('H4001')
    await recordAct(tx, ctx, operator, { act: state === 'open' ? 'reopened' : 'answered', subject: 'message', subjectId: messageId })
    return ok({})
  })
}

/** The data of the console's first screen. */
export const readOpening: OperatorVerb<typeof getOpening> = async ({ ctx, operator }) => {
  const [messageCount] = await ctx.db.select({ openMessages: count() }).from(contactMessage).where(isNull(contactMessage.answeredAtMs))
  return ok({ email: operator.email, openMessages: messageCount?.openMessages ?? 0 })
}
