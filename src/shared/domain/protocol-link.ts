import { matchRoute } from './screens.ts'

/** What links that open the installed app begin with. Rule: docs/platform.md, "Links that open the app". */
export const LINK_PROTOCOL = 'web+kinora'
/** Under which the browser hands such a link over. */
export const LINK_QUERY = 'link'

/** Path and query of the screen that an address hands over in its query; undefined where it names none of the app's. */
export function linkedPath(search: string): string | undefined {
  const link = new URLSearchParams(search).get(LINK_QUERY) ?? ''
  if (!link.startsWith(`${LINK_PROTOCOL}:`)) return undefined
  // One slash alone, whatever the link has: two would name another host.
  const path = `/${link.slice(LINK_PROTOCOL.length + 1).replace(/^[/\\]+/, '')}`
  const screen = new URL(path, 'https://kinora.invalid')
  return matchRoute(screen.pathname) === undefined ? undefined : screen.pathname + screen.search
}
