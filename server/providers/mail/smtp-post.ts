import type { Post } from './deliver-mail.ts'

/** A mail server by its address. The package is loaded where one is configured. */
export async function createSmtpPost(smtpUrl: string, from: string): Promise<Post> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl, { from, headers: { 'Auto-Submitted': 'auto-generated' } })
  return async ({ recipient, subject, body }, signal) => {
    await transport.sendMail({ to: { name: '', address: recipient }, subject, text: body, signal })
  }
}
