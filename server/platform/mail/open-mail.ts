import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '../database/database.ts'
import type { Mailer } from '#server/context.ts'
import type { Post } from './deliver-mail.ts'
import { createMailer } from './create-mailer.ts'
import { deliverMail } from './deliver-mail.ts'

interface Deps {
  readonly db: Database
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'isLocalOnly'>
  readonly nowMs: () => number
  readonly log: Logger
}

/** Mail as configured: over a mail server, or left in the database. */
export async function openMail({ db, config, nowMs, log }: Deps): Promise<{ readonly mailer: Mailer; stop: () => Promise<void> }> {
  if (config.smtpUrl !== undefined) {
    const delivery = deliverMail({ db, nowMs, log, post: await createSmtpPost(config.smtpUrl, config.mailFrom) })
    return { mailer: createMailer(nowMs, delivery.wake), stop: delivery.stop }
  }
  const tell = config.isLocalOnly
    ? () => log.info('a message waits at /dev/mail')
    : () => log.warn('a message waits, but SMTP_URL is not set: nobody gets it')
  return { mailer: createMailer(nowMs, tell), stop: async () => {} }
}

/** A mail server by its address. The package is loaded where one is configured. */
async function createSmtpPost(smtpUrl: string, from: string): Promise<Post> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl, { from, headers: { 'Auto-Submitted': 'auto-generated' } })
  return async ({ recipient, subject, body, replyTo, unsubscribeUrl }, signal) => {
    const answerTo = replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }
    const headers = unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)
    await transport.sendMail({ to: { name: '', address: recipient }, subject, text: body, headers, ...answerTo, signal })
  }
}

/** One press in the mail program, without a page (RFC 8058). */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
