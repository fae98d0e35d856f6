import { matchRoute } from './screens.ts'

/** The scheme of links that open the installed app. Rule: docs/platform.md, "Links that open the app". */
export const LINK_PROTOCOL = 'web+kinora'
/** The query parameter in which the browser passes the link. */
export const LINK_QUERY = 'link'

/** The path and query of the linked screen; undefined for a link of another scheme or without a screen. */
export function linkedPath(search: string): string | undefined {
  const link = new URLSearchParams(search).get(LINK_QUERY) ?? ''
  if (!link.startsWith(`${LINK_PROTOCOL}:`)) return undefined
  // A single slash; two would name another host.
  const path = `/${link.slice(LINK_PROTOCOL.length + 1).replace(/^[/\\]+/, '')}`
  const screen = new URL(path, 'https://kinora.invalid')
  return matchRoute(screen.pathname) === undefined ? undefined : screen.pathname + screen.search
}
