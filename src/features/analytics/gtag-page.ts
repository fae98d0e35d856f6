import type { GtagPage } from './create-gtag.ts'

/** The page as Google's script knows it. */
export function gtagPage(id: string): GtagPage {
  const names = globalThis as unknown as Record<string, unknown>
  const dataLayer = (names['dataLayer'] ??= []) as unknown[]
  // Google's script tells commands from other entries by their being an `arguments` object.
  function gtag(): void {
    // oxlint-disable-next-line prefer-rest-params -- see above
    dataLayer.push(arguments)
  }
  return {
    push: gtag,
    loadScript(src) {
      document.head.append(Object.assign(document.createElement('script'), { async: true, src }))
    },
    setDisabled(isDisabled) {
      names[`ga-disable-${id}`] = isDisabled
    },
    removeCookies,
    now: () => new Date(),
  }
}

/** Google sets them for the widest domain it may: each one that can be meant is told to end. */
function removeCookies(): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  for (const [name = ''] of document.cookie.split('; ').map((cookie) => cookie.split('='))) {
    if (!/^_ga(?:_|$)/.test(name)) continue
    // oxlint-disable-next-line unicorn/no-document-cookie -- the other way is asynchronous, and the page may be going
    for (const domain of ['', ...domains.map((domain) => `; domain=${domain}`)]) document.cookie = `${name}=; max-age=0; path=/${domain}`
  }
}
