interface HeadWords {
  readonly title: string
  readonly description: string
  /** Null where nobody is to find the page by searching. */
  readonly address: string | null
}

/** Writes over what the server wrote; the shell that is kept for a start without the network has less, and gets the rest. */
export function writeHead({ title, description, address }: HeadWords): void {
  writeMeta('name', 'description', description)
  writeMeta('name', 'robots', address === null ? 'noindex' : null)
  writeMeta('property', 'og:title', title)
  writeMeta('property', 'og:description', description)
  writeMeta('property', 'og:url', address)
  write('link', ['rel', 'canonical'], 'href', address)
}

function writeMeta(kind: 'name' | 'property', name: string, content: string | null): void {
  write('meta', [kind, name], 'content', content)
}

function write(tag: 'meta' | 'link', [key, name]: readonly [string, string], attribute: string, value: string | null): void {
  const found = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === null) {
    found?.remove()
    return
  }
  const element = found ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(attribute, value)
}
