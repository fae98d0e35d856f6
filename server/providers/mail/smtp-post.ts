import type { Post } from './deliver-mail.ts'

/** A mail server by its address. The package is loaded where one is configured. */
export async function createSmtpPost(smtpUrl: string, from: string): Promise<Post> {
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
