import type { Mailer } from '#server/context.ts'
import { mail } from '../database/account-schema.ts'
import { makeId } from '../context/make-id.ts'

/** Puts messages down in the transaction of what they are about; from there they are delivered, or read at `/dev/mail`. */
export function createMailer(nowMs: () => number, wake: () => void): Mailer {
  return {
    async send(tx, { to, ...message }) {
      const createdAtMs = nowMs()
      await tx.insert(mail).values({ ...message, id: makeId(), recipient: to, createdAtMs, dueAtMs: createdAtMs })
    },
    wake,
  }
}
