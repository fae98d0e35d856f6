import type { Hono } from 'hono'
import type { Services } from '#server/services/context/context.ts'
import type { WaitingMessage } from '#server/services/mail/list-messages.ts'
import type { Env } from './reply.ts'
import { html, raw } from 'hono/html'
import { DEV_MAIL_PATH, listMessages } from '#server/services/mail/list-messages.ts'
import { isThisComputer } from './is-this-computer.ts'

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; padding: 1rem 1.25rem; margin: 1rem 0 }
h2 { font-size: 1.1rem; margin: 0 }
p { margin: 0.25rem 0; opacity: 0.75 }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.75rem 0 0 }
`

/** Its style as it stands in the page, whole. */
export const DEV_MAIL_STYLE = `<style>${STYLE}</style>`

/** The messages of a server that serves nobody but this computer. To anybody else the page does not exist. */
export function mountDevMail(app: Hono<Env>, services: Pick<Services, 'db'>): void {
  app.get(DEV_MAIL_PATH, async (c, next) => {
    if (!isThisComputer(c)) return next()
    const messages = await listMessages(services)
    c.header('cache-control', 'no-store')
    const isJson = c.req.query('format') === 'json' || c.req.header('accept')?.includes('application/json') === true
    return isJson ? c.json({ messages }) : c.html(page(messages))
  })
}

function page(messages: readonly WaitingMessage[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Mail of this Kinora</title>
        ${raw(DEV_MAIL_STYLE)}
      </head>
      <body>
        <h1>Mail</h1>
        <p>
          No mail server is configured, so messages stay here for a day. Only this computer sees them.
          <a href="${DEV_MAIL_PATH}">Look again</a>
        </p>
        ${messages.length === 0 ? html`<p>There is none yet.</p>` : messages.map(article)}
      </body>
    </html>`
}

function article({ to, subject, body, createdAtMs }: WaitingMessage) {
  const sentAt = new Date(createdAtMs).toISOString()
  return html`<article>
    <h2>${subject}</h2>
    <p>To ${to}, <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
    <pre>${body}</pre>
  </article>`
}
