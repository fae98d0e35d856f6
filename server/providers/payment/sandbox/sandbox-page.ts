import type { HtmlEscapedString } from 'hono/utils/html'
import { html } from 'hono/html'

export const SANDBOX_CSS_PATH = '/sandbox.css'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** What all pages of the sandbox share. */
export function sandboxPage(title: string, body: Html, width: 'narrow' | 'wide' = 'narrow'): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${SANDBOX_CSS_PATH}" />
      </head>
      <body>
        <main class="${width}">
          <p class="note">This is a sandbox. It takes no card and moves no money.</p>
          ${body}
        </main>
      </body>
    </html>`
}
