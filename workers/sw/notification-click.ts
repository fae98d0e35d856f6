import { ROUTES } from '#shared/domain/route-patterns.ts'

interface AppWindow {
  readonly url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

/** What this needs of the service worker's `clients`. */
export interface AppWindows {
  matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly AppWindow[]>
  openWindow(url: string): Promise<unknown>
}

/** Brings an open window to the creations, or opens one. */
export async function openCreations(windows: AppWindows): Promise<void> {
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const isThere = ({ url }: AppWindow) => new URL(url).pathname.endsWith(ROUTES.creations)
  const target = open.find(isThere) ?? open[0]
  if (target === undefined) {
    await windows.openWindow(ROUTES.creations)
    return
  }
  await target.focus()
  if (!isThere(target)) await target.navigate(ROUTES.creations)
}
