import { useLocation, useRouter } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { type RouteName, ROUTES, matchRoute } from '#shared/domain/screens.ts'
import { levelAbove } from '#shared/domain/viewer-address.ts'

export { type RouterOptions, Link, Redirect, Router, useLocation, useRouter, useSearch } from 'wouter'
export { navigate, useLocationProperty } from 'wouter/use-browser-location'

type DetailRoute = 'exploreDetail' | 'resourceDetail' | 'effectDetail' | 'startEndDetail' | 'templateDetail' | 'imageToVideoDetail'

/** The address of a screen without parameters. */
export function linkTo(name: Exclude<RouteName, DetailRoute | 'receipt' | 'operatorPart' | 'videoDetail'>): string {
  return ROUTES[name]
}

export function linkToReceipt(paymentId: string): string {
  return ROUTES.receipt.slice(0, -1) + encodeURIComponent(paymentId)
}

/** What the history state stores about an open viewer. */
interface ViewerEntry {
  /** The address of the screen below the viewer, with its query. */
  readonly background: string
  /** The fragment of that address with its '#'; missing if the address has none. */
  readonly hash?: string
  /** The user opened the viewer's address directly, so going back would leave the app. */
  readonly isCold?: boolean
}

/** The parts of the browser's state that determine the current screen. */
interface BrowserState {
  readonly location: { readonly pathname: string; readonly search: string }
  readonly history: { readonly state: unknown }
}

/** The viewer in the current history entry; null without a viewer. */
export function viewerEntry({ history }: Pick<BrowserState, 'history'> = globalThis): ViewerEntry | null {
  const viewer = (history.state as { readonly viewer?: Partial<ViewerEntry> } | null)?.viewer
  if (typeof viewer?.background !== 'string' || !/^\/(?!\/)/.test(viewer.background)) return null
  const hash = typeof viewer.hash === 'string' && viewer.hash.startsWith('#') ? { hash: viewer.hash } : {}
  return { background: viewer.background, ...hash, ...(viewer.isCold === true ? { isCold: true } : {}) }
}

/**
 * Path and query of the screen, also of a screen below a viewer. Opening, stepping and closing the viewer do not change the screen.
 */
export function screenAddress(browserState: BrowserState = globalThis): string {
  return viewerEntry(browserState)?.background ?? browserState.location.pathname + browserState.location.search
}

/** The fragment of the screen's address, also of a screen below a viewer. */
export function screenHash(): string {
  const entry = viewerEntry()
  return entry === null ? location.hash : (entry.hash ?? '')
}

export function screenPath(browserState: BrowserState = globalThis): string {
  return screenAddress(browserState).replace(/[?#].*$/, '')
}

/** Whether the screen with this path is current and no viewer covers it, so that its history entry may be replaced. */
export function isOnScreen(path: string, browserState: BrowserState = globalThis): boolean {
  return viewerEntry(browserState) === null && browserState.location.pathname === path
}

/** Opens a viewer over the screen; "back" closes it. */
export function pushViewer(address: string): void {
  const hash = screenHash()
  history.pushState({ viewer: { background: screenAddress(), ...(hash !== '' && { hash }) } satisfies ViewerEntry }, '', address)
}

/** Shows another item in the viewer without adding a history entry. */
export function moveViewer(address: string): void {
  history.replaceState(history.state, '', address)
}

/**
 * Marks a viewer that the user opened directly by its address. The screen below retains that address while the viewer shows other
 * items.
 */
export function stampColdViewer(): void {
  if (viewerEntry() !== null) return
  history.replaceState({ viewer: { background: screenAddress(), isCold: true } satisfies ViewerEntry }, '')
}

/** Closes the viewer by going back. If its address was opened directly, the parent screen replaces it. */
export function leaveViewer(): void {
  const entry = viewerEntry()
  if (entry !== null && entry.isCold !== true) history.back()
  else history.replaceState(null, '', levelAbove(screenPath()))
}

/** Whether a viewer covers the screen. With `isWanted` false, it returns false and causes no re-render. */
export function useIsCovered(isWanted = true): boolean {
  const isCovered = () => isWanted && viewerEntry() !== null
  return useLocationProperty(isCovered, isCovered)
}

/** The screen of the current address; undefined for an unknown one. */
export function useCurrentScreen(): RouteName | undefined {
  const [path] = useLocation()
  return matchRoute(path)
}

/** The current screen's raw query with its '?'. wouter's own `useSearch` unescapes the query. */
export function useScreenSearch(): string {
  const router = useRouter()
  return router.searchHook(router)
}
