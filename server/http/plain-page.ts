import { splitLinks } from '#shared/domain/split-links.ts'

interface PlainPage {
  readonly title: string
  readonly words: string
  /** A button that posts a token. */
  readonly form?: { readonly action: string; readonly token: string; readonly button: string }
  /** A large sign above the title, such as an error number. */
  readonly mark?: string
  /** The request's id. The page shows it at its end, so that users can copy it. */
  readonly requestId?: string
  /** The label of a retry link, which is shown beside the link to the home page. */
  readonly retryLabel?: string
}

const STYLE = `:root { --ground: #0b0b0d; --text: #f4f1ea; --soft: #b4b0a7; --accent: #ffb454; --on-accent: #1d1204; --edge: rgb(255 252 244 / 0.24) }
@media (prefers-color-scheme: light) {
  :root { --ground: #f6f4ef; --text: #1a1814; --soft: #57534a; --accent: #f2a033; --edge: rgb(28 24 16 / 0.32) }
}
body { display: grid; place-content: center; min-height: 100dvh; margin: 0; padding: 1.5rem; box-sizing: border-box;
  background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; text-align: center }
main { display: grid; justify-items: center; gap: 0.75rem }
h1, .mark { margin: 0; font-family: Georgia, serif; font-weight: 400; line-height: 1.1 }
h1 { font-size: 1.9rem }
.mark { font-size: 4rem }
p { max-width: 26rem; margin: 0; color: var(--soft); overflow-wrap: anywhere }
form, nav { margin: 0 }
a, button { display: inline-grid; place-items: center; min-height: 44px; margin: 0.5rem 0.25rem; padding: 0 1.25rem; box-sizing: border-box;
  border: 1px solid var(--edge); border-radius: 12px; background: none; color: var(--text); font: inherit; text-decoration: none; cursor: pointer }
.first { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code { user-select: all }`

/** A complete, self-contained page without a script, in both themes. */
export function plainPage({ title, words, form, mark, requestId, retryLabel }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Kinora</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
${mark === undefined ? '' : `<p class="mark">${escaped(mark)}</p>\n`}<h1>${escaped(title)}</h1>
<p>${escaped(words)}</p>
${form === undefined ? '' : formHtml(form)}<nav><a${form === undefined ? ' class="first"' : ''} href="/home">Back to home</a>${retryLabel === undefined ? '' : `<a href="">${escaped(retryLabel)}</a>`}</nav>
${requestId === undefined ? '' : `<p>Request ID <code>${escaped(requestId)}</code></p>\n`}</main>
</body>
</html>
`
}

function formHtml({ action, token, button }: NonNullable<PlainPage['form']>): string {
  return `<form method="post" action="${escaped(action)}"><input type="hidden" name="token" value="${escaped(token)}"><button class="first">${escaped(button)}</button></form>\n`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, between tags or in an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

export function lineHtml(line: string): string {
  return splitLinks(line)
    .map(({ text, href }) => (href === undefined ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`))
    .join('')
}
