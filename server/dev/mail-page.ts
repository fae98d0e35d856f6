import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Services } from '../verbs/services.ts'
import type { Env } from '../http/reply.ts'
import { isThisComputer } from '../http/client-of.ts'
import { type WaitingMessage, DEV_MAIL_PATH, listMessages } from '../mail/list-messages.ts'

const MAIL_RULES = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; padding: 1rem 1.25rem; margin: 1rem 0 }
h2 { font-size: 1.1rem; margin: 0 }
p { margin: 0.25rem 0; opacity: 0.75 }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.75rem 0 0 }
`

/** The page's complete inline style element. The content security policy allows it by its hash. */
export const DEV_MAIL_STYLE = `<style>${MAIL_RULES}</style>`

/** Stored mails, for requests from this computer; otherwise 404. Mount it only on a server that only serves localhost. */
export function mountDevMail(app: Hono<Env>, services: Pick<Services, 'db'>): void {
  app.get(DEV_MAIL_PATH, async (c, next) => {
    if (!isThisComputer(c)) return next()
    const messages = await listMessages(services)
    c.header('cache-control', 'no-store')
    const isJson = c.req.query('format') === 'json' || c.req.header('accept')?.includes('application/json') === true
    return isJson ? c.json({ messages }) : c.html(mailPage(messages))
  })
}

function mailPage(messages: readonly WaitingMessage[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Emails · Kinora</title>
        ${raw(DEV_MAIL_STYLE)}
      </head>
      <body>
        <h1>Emails</h1>
        <p>
          No mail server is configured, so Kinora doesn't send emails. This page shows them for 1 day, on this computer only.
          <a href="${DEV_MAIL_PATH}">Refresh</a>
        </p>
        ${messages.length === 0 ? html`<p>No emails yet.</p>` : messages.map(messageHtml)}
      </body>
    </html>`
}

function messageHtml({ to, subject, body, createdAtMs }: WaitingMessage) {
  const sentAt = new Date(createdAtMs).toISOString()
  return html`<article>
    <h2>${subject}</h2>
    <p>To ${to}, <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
    <pre>${body}</pre>
  </article>`
}
