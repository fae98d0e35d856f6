import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Services } from '../verbs/services.ts'
import { type StoredUsage, listUsage } from '../measurement/usage-and-errors.ts'
import type { Env } from '../http/reply.ts'
import { isThisComputer } from '../http/client-of.ts'

const DEV_EVENTS_PATH = '/dev/events'
const EVENT_RULES = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
p { opacity: 0.75 }
ol { list-style: none; padding: 0 }
li { display: grid; grid-template-columns: minmax(12rem, 1fr) 3fr; gap: 0.25rem 1.5rem; padding: 0.75rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
h2 { font-size: 1rem; margin: 0 }
small { display: block; opacity: 0.75; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0 }
dt { opacity: 0.75 }
dd { margin: 0; overflow-wrap: anywhere }
@media (max-width: 40rem) { li { grid-template-columns: 1fr } }
`

/** The page's complete inline style element. The content security policy allows it by its hash. */
export const DEV_EVENTS_STYLE = `<style>${EVENT_RULES}</style>`

/** Recorded usage, for requests from this computer; otherwise 404. Mount it only on a server that only serves localhost. */
export function mountDevEvents(app: Hono<Env>, services: Pick<Services, 'db'>): void {
  app.get(DEV_EVENTS_PATH, async (c, next) => {
    if (!isThisComputer(c)) return next()
    const events = await listUsage(services)
    c.header('cache-control', 'no-store')
    const isJson = c.req.query('format') === 'json' || c.req.header('accept')?.includes('application/json') === true
    return isJson ? c.json({ events }) : c.html(eventsPage(events))
  })
}

function eventsPage(events: readonly StoredUsage[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Usage events · Kinora</title>
        ${raw(DEV_EVENTS_STYLE)}
      </head>
      <body>
        <h1>Usage events</h1>
        <p>
          Events from users who allow usage statistics, newest first. This page is available on this computer only.
          <a href="${DEV_EVENTS_PATH}">Refresh</a>
        </p>
        ${
          events.length === 0
            ? html`<p>No events yet.</p>`
            : html`<ol>
                ${events.map(eventItem)}
              </ol>`
        }
      </body>
    </html>`
}

function eventItem({ name, fields, atMs, hasAccount, language, deviceSize, appVersion, trackerVersion, appInstanceId }: StoredUsage) {
  const isoTime = new Date(atMs).toISOString()
  return html`<li>
    <div>
      <h2>${name}</h2>
      <small><time datetime="${isoTime}">${isoTime.slice(0, 19).replace('T', ' ')} UTC</time></small>
      <small>${hasAccount ? 'account' : 'visitor'}, ${deviceSize}, ${language}, app ${appVersion}, tracker ${trackerVersion}</small>
      <small>browser ${appInstanceId}</small>
    </div>
    <dl>
      ${Object.entries(fields).map(
        ([field, value]) =>
          html`<dt>${field}</dt>
            <dd>${String(value)}</dd>`,
      )}
    </dl>
  </li>`
}
