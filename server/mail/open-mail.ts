import { type Database, type Transaction, and, asc, eq, lte, sql, mail } from '../database/database.ts'
import type { ServiceConfig } from '../verbs/services.ts'
import type { Logger } from '#server/telemetry/log.ts'
import { makeId } from '../crypto/make-id.ts'
import { type Delivery, deliverDue, retryPauseMs } from '../net/deliver-due.ts'
import { within } from '../net/within.ts'
import { type Signals, signal } from '../queue/signals.ts'
import type { Tracing } from '../telemetry/tracing.ts'

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The reply-to address, if it is not the sender. */
  readonly replyTo?: string
  /** The one-click unsubscribe address. */
  readonly unsubscribeUrl?: string
}

/** Queues a mail in the transaction of the event that causes it. The mail is sent after the commit. */
export interface Mailer {
  send(tx: Transaction, message: OutgoingMail): Promise<void>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly mailer: Mailer
  }
}

export interface MailConfig {
  /** The mail server; undefined: mails are stored, and developers read them at `/dev/mail`. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
}

interface MailDeps {
  readonly db: Database
  readonly config: MailConfig & Pick<ServiceConfig, 'isLocalOnly'>
  readonly onTried: (outcome: MailOutcome) => void
  readonly nowMs: () => number
  readonly log: Logger
  readonly tracing: Tracing
  readonly signals: Pick<Signals, 'on'>
  /** False if another process sends the mails that this process queues. */
  readonly isDelivering: boolean
}

/** Mail as configured: sent by a mail server, or stored in the database. */
export async function openMail({
  db,
  config,
  onTried,
  nowMs,
  log,
  tracing,
  signals,
  isDelivering,
}: MailDeps): Promise<{ readonly mailer: Mailer; stop: () => Promise<void> }> {
  if (!isDelivering) return { mailer: createMailer(nowMs), stop: async () => {} }
  if (config.smtpUrl !== undefined) {
    const delivery = deliverMail({ db, onTried, nowMs, log, tracing, post: await createSmtpPost(config.smtpUrl, config.mailFrom) })
    signals.on('mail', delivery.wake)
    return { mailer: createMailer(nowMs), stop: delivery.stop }
  }
  const logNewMail = config.isLocalOnly ? () => log.info('New email at /dev/mail') : () => log.warn('Email not sent: SMTP_URL is not set')
  signals.on('mail', logNewMail)
  return { mailer: createMailer(nowMs), stop: async () => {} }
}

/** The client of a mail server. Its package is loaded only if one is configured. */
async function createSmtpPost(smtpUrl: string, from: string): Promise<Post> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl, { from, headers: { 'Auto-Submitted': 'auto-generated' } })
  return async ({ recipient, subject, body, replyTo, unsubscribeUrl }, signal) => {
    const replyToField = replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }
    const headers = unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)
    await transport.sendMail({ to: { name: '', address: recipient }, subject, text: body, headers, ...replyToField, signal })
  }
}

/** The headers for one-click unsubscribe (RFC 8058). */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Queues mails in the caller's transaction. Later they are delivered, or read at `/dev/mail`. */
export function createMailer(nowMs: () => number): Mailer {
  return {
    async send(tx, { to, ...message }) {
      const createdAtMs = nowMs()
      await tx.insert(mail).values({ ...message, id: makeId(), recipient: to, createdAtMs, dueAtMs: createdAtMs })
      await signal(tx, 'mail')
    },
  }
}

const SEND_TIMEOUT_MS = 45_000
/** How long a mail is reserved while it is sent, in ms. */
const LEASE_MS = SEND_TIMEOUT_MS + 15_000
export const MAIL_ATTEMPTS = 8

type Message = typeof mail.$inferSelect
type MailOutcome = 'sent' | 'later' | 'given_up'

/** Sends a mail through a mail server; rejects if it is not accepted. */
export type Post = (
  message: Pick<Message, 'recipient' | 'subject' | 'body' | 'replyTo' | 'unsubscribeUrl'>,
  signal: AbortSignal,
) => Promise<void>

interface DeliverMailDeps {
  readonly db: Database
  readonly post: Post
  readonly onTried: (outcome: MailOutcome) => void
  readonly nowMs: () => number
  readonly log: Logger
  readonly tracing: Tracing
}

/**
 * Sends due mails, one after another. To reserve a mail, a process moves its due time past the attempt: only one process sends it, and
 * after a crash it becomes due again. A mail may be sent twice; it is deleted unsent only after `MAIL_ATTEMPTS` failures.
 */
export function deliverMail({ db, post, onTried, nowMs, log, tracing }: DeliverMailDeps): Delivery {
  async function sendOne({ id, attempts, ...message }: Message, stopSignal: AbortSignal): Promise<MailOutcome> {
    try {
      await within(SEND_TIMEOUT_MS, stopSignal, (signal) => post(message, signal))
      await db.delete(mail).where(eq(mail.id, id))
      log.info({ attempts }, 'Email sent')
      return 'sent'
    } catch (error) {
      const isLast = attempts >= MAIL_ATTEMPTS
      log.warn({ attempts, reason: reasonOf(error) }, isLast ? 'Email delivery failed; giving up' : 'Email delivery failed; retrying')
      if (isLast) await db.delete(mail).where(eq(mail.id, id))
      else
        await db
          .update(mail)
          .set({ dueAtMs: nowMs() + retryPauseMs(attempts) })
          .where(eq(mail.id, id))
      return isLast ? 'given_up' : 'later'
    }
  }

  return deliverDue({
    atOnce: 1,
    async sendNext(stopSignal) {
      const message = await claimDueMail(db, nowMs())
      if (message === undefined) return false
      await tracing.span({ kind: 'work', name: 'mail', facts: { 'kinora.attempt': message.attempts } }, async (span) => {
        const outcome = await sendOne(message, stopSignal)
        onTried(outcome)
        span.note({ 'kinora.outcome': outcome })
        if (outcome !== 'sent') span.fail()
      })
      return true
    },
    onError: (error) => log.error({ err: error }, 'Email queue check failed'),
  })
}

async function claimDueMail(db: Database, nowMs: number): Promise<Message | undefined> {
  const nextMail = db
    .select({ id: mail.id })
    .from(mail)
    .where(lte(mail.dueAtMs, nowMs))
    .orderBy(asc(mail.dueAtMs))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimedMail] = await db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, dueAtMs: nowMs + LEASE_MS })
    .where(and(eq(mail.id, nextMail), lte(mail.dueAtMs, nowMs)))
    .returning()
  return claimedMail
}

/** The codes of a mail server's error. Its text is not logged, because it may contain the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown }
  return [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}
