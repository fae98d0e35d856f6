const STATUS = 500

/** A whole page without a script, for somebody who opens an address while the server fails: everything it needs is in it. */
export function errorPage(requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>Internal Server Error · Kinora</title>
<style>
:root { --ground: #0b0b0d; --text: #f4f1ea; --soft: #b4b0a7; --accent: #ffb454; --on-accent: #1d1204; --edge: rgb(255 252 244 / 0.24) }
@media (prefers-color-scheme: light) {
  :root { --ground: #f6f4ef; --text: #1a1814; --soft: #57534a; --accent: #f2a033; --edge: rgb(28 24 16 / 0.32) }
}
body { display: grid; place-content: center; justify-items: center; gap: 0.75rem; min-height: 100dvh; margin: 0; padding: 1.5rem;
  box-sizing: border-box; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; text-align: center }
h1, .code { margin: 0; font-family: Georgia, serif; font-weight: 400; line-height: 1.1 }
h1 { font-size: 1.9rem }
.code { font-size: 4rem }
p { max-width: 26rem; margin: 0; color: var(--soft); overflow-wrap: anywhere }
a { display: inline-grid; place-items: center; min-height: 44px; margin: 0.5rem 0.25rem; padding: 0 1.25rem;
  border: 1px solid var(--edge); border-radius: 12px; color: var(--text); text-decoration: none }
a.first { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code { user-select: all }
</style>
</head>
<body>
<p class="code">${STATUS}</p>
<h1>Internal Server Error</h1>
<p>The server could not put this page together. Nothing of your work is lost; please try again in a moment.</p>
<div><a class="first" href="/home">Back to home</a><a href="">Try again</a></div>
<p>Request <code>${requestId}</code></p>
</body>
</html>
`
}
