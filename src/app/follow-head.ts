import { text } from '#src/i18n/i18n.ts'
import { shownItem } from '#src/creations/shown-item.ts'
import { subscribe } from '#src/store/state.ts'
import { documentName, screenTitle } from './screen-title.ts'

/** The values of `hreflang`. The site has one language, which is also the default. */
const LANGUAGES = ['en', 'x-default']

/** Updates the document's head on each navigation, because phones share the address from the head. Needs the texts of `head`. */
export function followHead(): () => void {
  const update = () => {
    const item = shownItem.head
    const title = documentName(screenTitle, item)
    if (title === '') return
    const { description, canonical } = item ?? { ...screenTitle.head, description: text(screenTitle.head.description) }
    writeHead({ title, description, address: canonical === null ? null : new URL(canonical, location.origin).href })
  }
  update()
  const stops = [subscribe(screenTitle, update), subscribe(shownItem, update)]
  return () => {
    for (const stop of stops) stop()
  }
}

interface HeadTexts {
  readonly title: string
  readonly description: string
  /** The canonical address; null for a page that search engines must not index. */
  readonly address: string | null
}

/**
 * Writes the head's elements over those of the server. The shell that is cached for offline starts has fewer elements, so missing
 * ones are added.
 */
function writeHead({ title, description, address }: HeadTexts): void {
  if (pathOf(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')) !== pathOf(address)) removeStructuredData()
  writeMeta('name', 'description', description)
  writeMeta('name', 'robots', address === null ? 'noindex' : null)
  writeMeta('property', 'og:title', title)
  writeMeta('property', 'og:description', description)
  writeMeta('property', 'og:url', address)
  writeElement('link', ['rel', 'canonical'], 'href', address)
  for (const language of LANGUAGES) writeElement('link', ['hreflang', language], 'href', address)?.setAttribute('rel', 'alternate')
}

function pathOf(address: string | null | undefined): string | null {
  return address === null || address === undefined ? null : new URL(address).pathname
}

/** Removes the structured data in the served HTML, because it describes another page. */
function removeStructuredData(): void {
  for (const block of document.head.querySelectorAll('script[type="application/ld+json"]')) block.remove()
}

function writeMeta(kind: 'name' | 'property', name: string, content: string | null): void {
  writeElement('meta', [kind, name], 'content', content)
}

function writeElement(
  tag: 'meta' | 'link',
  [key, name]: readonly [string, string],
  attribute: string,
  value: string | null,
): Element | undefined {
  const existingElement = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === null) {
    existingElement?.remove()
    return undefined
  }
  const element = existingElement ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(attribute, value)
  return element
}
