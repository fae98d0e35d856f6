import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Mailer } from '#server/services/context/context.ts'
import { createMailer } from './create-mailer.ts'
import { deliverMail } from './deliver-mail.ts'
import { createSmtpPost } from './smtp-post.ts'

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
