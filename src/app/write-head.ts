interface HeadWords {
  readonly title: string
  readonly description: string
  /** Null where nobody is to find the page by searching. */
  readonly address: string | null
}

/** One language, which is also that for everybody else. */
const LANGUAGES = ['en', 'x-default']

/** Writes over what the server wrote; the shell that is kept for a start without the network has less, and gets the rest. */
export function writeHead({ title, description, address }: HeadWords): void {
  if (pathOf(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')) !== pathOf(address)) dropData()
  writeMeta('name', 'description', description)
  writeMeta('name', 'robots', address === null ? 'noindex' : null)
  writeMeta('property', 'og:title', title)
  writeMeta('property', 'og:description', description)
  writeMeta('property', 'og:url', address)
  write('link', ['rel', 'canonical'], 'href', address)
  for (const language of LANGUAGES) write('link', ['hreflang', language], 'href', address)?.setAttribute('rel', 'alternate')
}

function pathOf(address: string | null | undefined): string | null {
  return address === null || address === undefined ? null : new URL(address).pathname
}

/** What the server told machines of its page is not true of another. */
function dropData(): void {
  for (const block of document.head.querySelectorAll('script[type="application/ld+json"]')) block.remove()
}

function writeMeta(kind: 'name' | 'property', name: string, content: string | null): void {
  write('meta', [kind, name], 'content', content)
}

function write(tag: 'meta' | 'link', [key, name]: readonly [string, string], attribute: string, value: string | null): Element | undefined {
  const found = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === null) {
    found?.remove()
    return undefined
  }
  const element = found ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(attribute, value)
  return element
}
