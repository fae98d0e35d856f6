import type { Services } from '#server/verbs/services.ts'
import { desc, mail } from '../database/database.ts'

export const DEV_MAIL_PATH = '/dev/mail'

const MAX_LISTED = 100

export interface WaitingMessage {
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly createdAtMs: number
}

/** Undelivered mails, newest first. The caller must have checked that the request comes from localhost. */
export function listMessages({ db }: Pick<Services, 'db'>): Promise<WaitingMessage[]> {
  const { recipient, subject, body, createdAtMs } = mail
  return db.select({ to: recipient, subject, body, createdAtMs }).from(mail).orderBy(desc(createdAtMs)).limit(MAX_LISTED)
}
