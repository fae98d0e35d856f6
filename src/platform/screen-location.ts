import { useLocationProperty } from 'wouter/use-browser-location'
import { useLocation, useRouter } from 'wouter'
import { levelAbove } from '#shared/domain/viewer-address.ts'
import { type RouteName, matchRoute } from '#shared/domain/screens.ts'

/** What the history remembers of an open viewer. */
interface ViewerEntry {
  /** The address of the screen the viewer lies over, with its query. */
  readonly background: string
  /** The fragment of that address, with its sign; none where it has none. */
  readonly hash?: string
  /** Nobody opened it from there: its address was the first of this visit, and going back would leave the app. */
  readonly isCold?: boolean
}

/** What of the browser says where the person is. */
interface Whereabouts {
  readonly location: { readonly pathname: string; readonly search: string }
  readonly history: { readonly state: unknown }
}

/** The viewer of the current history entry; null where none is open. */
export function viewerEntry({ history }: Pick<Whereabouts, 'history'> = globalThis): ViewerEntry | null {
  const viewer = (history.state as { readonly viewer?: Partial<ViewerEntry> } | null)?.viewer
  if (typeof viewer?.background !== 'string' || !/^\/(?!\/)/.test(viewer.background)) return null
  const hash = typeof viewer.hash === 'string' && viewer.hash.startsWith('#') ? { hash: viewer.hash } : {}
  return { background: viewer.background, ...hash, ...(viewer.isCold === true ? { isCold: true } : {}) }
}

/** Path and query of the screen: of the one below while a viewer lies over it, so that opening, stepping and closing change no screen. */
export function screenAddress(at: Whereabouts = globalThis): string {
  return viewerEntry(at)?.background ?? at.location.pathname + at.location.search
}

/** The fragment of the screen's address, also while a viewer lies over it. */
export function screenHash(): string {
  const entry = viewerEntry()
  return entry === null ? location.hash : (entry.hash ?? '')
}

export function screenPath(at: Whereabouts = globalThis): string {
  return screenAddress(at).replace(/[?#].*$/, '')
}

/** Whether nothing lies over the screen of this path, and no other one has been asked for: its entry of the history may be written. */
export function isOnScreen(path: string, at: Whereabouts = globalThis): boolean {
  return viewerEntry(at) === null && at.location.pathname === path
}

/** Lays a viewer over the screen: back takes it away again. */
export function pushViewer(address: string): void {
  const hash = screenHash()
  history.pushState({ viewer: { background: screenAddress(), ...(hash !== '' && { hash }) } satisfies ViewerEntry }, '', address)
}

/** The viewer shows another item; the history does not grow. */
export function moveViewer(address: string): void {
  history.replaceState(history.state, '', address)
}

/** A viewer that was opened by its address alone keeps that address as its screen, whatever it shows later. */
export function stampColdViewer(): void {
  if (viewerEntry() !== null) return
  history.replaceState({ viewer: { background: screenAddress(), isCold: true } satisfies ViewerEntry }, '')
}

/** Gives the address back that was there before; without one, the screen above takes the viewer's place. */
export function leaveViewer(): void {
  const entry = viewerEntry()
  if (entry !== null && entry.isCold !== true) history.back()
  else history.replaceState(null, '', levelAbove(screenPath()))
}

/** Whether a viewer lies over the screen; who does not want to know is not drawn again when one comes or goes. */
export function useIsCovered(isWanted = true): boolean {
  const isCovered = () => isWanted && viewerEntry() !== null
  return useLocationProperty(isCovered, isCovered)
}

/** The screen of the current address; undefined where there is none. */
export function useCurrentScreen(): RouteName | undefined {
  const [path] = useLocation()
  return matchRoute(path)
}

/** The query of the screen that is shown, as the address has it, with its question mark; wouter's own hook takes escapes out of it. */
export function useScreenSearch(): string {
  const router = useRouter()
  return router.searchHook(router)
}
