import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { mail } from '../database/account-schema.ts'
import type { Delivery } from '../net/deliver-due.ts'
import { deliverDue, retryPauseMs } from '../net/deliver-due.ts'
import { within } from '../net/within.ts'

/** How long one try may take, in ms. */
const SEND_TIMEOUT_MS = 45_000
/** How long nobody else takes a message that is being sent, in ms. */
const LEASE_MS = SEND_TIMEOUT_MS + 15_000
export const MAIL_ATTEMPTS = 8

type Message = typeof mail.$inferSelect

/** Hands a message over to a mail server; rejects when it was not taken. */
export type Post = (
  message: Pick<Message, 'recipient' | 'subject' | 'body' | 'replyTo' | 'unsubscribeUrl'>,
  signal: AbortSignal,
) => Promise<void>

interface Deps {
  readonly db: Database
  readonly post: Post
  readonly nowMs: () => number
  readonly log: Logger
}

/**
 * Sends what is due, one message after the other. A message is taken by moving its due time behind the try: of several processes
 * one gets it, and what a dead one leaves is due again. So a message may come twice, but does not get lost.
 */
export function deliverMail({ db, post, nowMs, log }: Deps): Delivery {
  async function sendOne({ id, attempts, ...message }: Message, stopping: AbortSignal): Promise<void> {
    try {
      await within(SEND_TIMEOUT_MS, stopping, (signal) => post(message, signal))
      await db.delete(mail).where(eq(mail.id, id))
      log.info({ attempts }, 'a message was sent')
    } catch (error) {
      const isLast = attempts >= MAIL_ATTEMPTS
      log.warn({ attempts, reason: reasonOf(error) }, isLast ? 'a message was given up' : 'a message was not taken and is tried again')
      if (isLast) await db.delete(mail).where(eq(mail.id, id))
      else
        await db
          .update(mail)
          .set({ dueAtMs: nowMs() + retryPauseMs(attempts) })
          .where(eq(mail.id, id))
    }
  }

  return deliverDue({
    atOnce: 1,
    async sendNext(stopping) {
      const message = await takeDue(db, nowMs())
      if (message !== undefined) await sendOne(message, stopping)
      return message !== undefined
    },
    onError: (error) => log.error({ err: error }, 'mail could not be looked at'),
  })
}

async function takeDue(db: Database, nowMs: number): Promise<Message | undefined> {
  const next = db
    .select({ id: mail.id })
    .from(mail)
    .where(lte(mail.dueAtMs, nowMs))
    .orderBy(asc(mail.dueAtMs))
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, dueAtMs: nowMs + LEASE_MS })
    .where(and(eq(mail.id, next), lte(mail.dueAtMs, nowMs)))
    .returning()
  return taken
}

/** Only codes: the words of a mail server may repeat the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown }
  return [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}
