import type { HtmlEscapedString } from 'hono/utils/html'
import { html } from 'hono/html'

export const SANDBOX_CSS_PATH = '/sandbox.css'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

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
          <p class="note">This is a sandbox. No card is used, and no money is charged.</p>
          ${body}
        </main>
      </body>
    </html>`
}

/** The style of the sandbox's pages. They load nothing else. */
export const SANDBOX_CSS = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f2; --card: #fff; --edge: #e3e0d9; --edge-control: #918c81; --text: #1c1b19; --soft: #625e56;
  --key: #23504a; --key-hover: #1a3f3a; --on-key: #fff; --note: #eaf1ef; --note-text: #234a45;
  --bad: #8f2b1d; --bad-wash: #fbeeeb;
  font: 100%/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101211; --card: #181b1a; --edge: #2e3331; --edge-control: #6e7672; --text: #eef0ee; --soft: #a5aca8;
    --key: #9fd8cc; --key-hover: #b7e4da; --on-key: #0d211d; --note: #1c2725; --note-text: #b9d6cf;
    --bad: #ffb0a2; --bad-wash: #33201c;
  }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--ground); color: var(--text); display: grid; place-items: center; padding: 1rem }
main { width: 100%; max-width: 26rem }
main.wide { max-width: 48rem; align-self: start }
.wide h1 { font-size: 1.5rem; font-weight: 600; color: var(--text); margin-top: 1.5rem }
.note { display: flex; gap: .625rem; align-items: center; margin: 0 0 .75rem; padding: .625rem .875rem; border-radius: .75rem; background: var(--note); color: var(--note-text); font-size: .875rem; text-wrap: balance }
.note::before { content: ''; flex: none; width: .5rem; height: .5rem; border-radius: 50%; background: currentColor }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: 1.25rem; padding: 1.5rem }
.card:has(.back) { padding-bottom: .75rem }
h1 { font-size: 1rem; font-weight: 500; margin: 0; color: var(--soft) }
h2 { font-size: 1.0625rem; margin: 2rem 0 .75rem }
.sum { font-size: 2.25rem; font-weight: 600; line-height: 1.15; letter-spacing: -.02em; margin: .25rem 0 0; font-variant-numeric: tabular-nums }
.sum small { font-size: 1rem; font-weight: 500; letter-spacing: 0; color: var(--soft) }
.title { font-size: 1.5rem; font-weight: 600; line-height: 1.25; margin: .25rem 0 0 }
.card > .button { margin-top: 1.5rem }
.later { margin: .5rem 0 0; color: var(--soft); text-wrap: pretty }
.alert { margin: 1.25rem 0 0; padding: .75rem .875rem; border-radius: .75rem; background: var(--bad-wash); color: var(--bad) }
form { margin: 1.5rem 0 0; display: grid; gap: .5rem }
button, .button { min-height: 44px; width: 100%; padding: .625rem 1rem; border: 1px solid var(--edge-control); border-radius: .75rem; background: transparent; color: var(--text); font: inherit; text-align: center; text-decoration: none; cursor: pointer; display: grid; place-items: center }
button:hover, .button:hover { border-color: var(--soft) }
.main { min-height: 52px; border-color: transparent; background: var(--key); color: var(--on-key); font-weight: 600 }
.main:hover { border-color: transparent; background: var(--key-hover) }
:focus-visible { outline: 2px solid var(--key); outline-offset: 2px }
fieldset { border: 0; margin: 1rem 0 0; padding: 0; display: grid; gap: .5rem }
legend { padding: 0 0 .5rem; font-size: .875rem; color: var(--soft) }
.back { border-color: transparent; color: var(--soft) }
.rows { display: grid; gap: .75rem; list-style: none; margin: 0; padding: 0 }
.rows li { background: var(--card); border: 1px solid var(--edge); border-radius: 1rem; padding: 1rem 1.25rem }
.rows p { margin: .25rem 0 0; color: var(--soft); overflow-wrap: anywhere }
.rows form { display: flex; flex-wrap: wrap; margin-top: .75rem }
.rows button { width: auto }
@media (max-width: 22rem) { .card { padding: 1.125rem } .sum { font-size: 2rem } }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: background-color .12s, border-color .12s } }
`

/** The page behind a link that is no longer valid. `outcome` is a sentence, such as "Nothing was changed, and you weren't charged." */
export function expiredLinkPage(outcome: string): Html {
  return sandboxPage(
    'Page not found',
    html`<div class="card">
      <h1>This link no longer works</h1>
      <p class="later">${outcome} Start again in the shop.</p>
    </div>`,
  )
}
