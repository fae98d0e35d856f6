import { ROUTES, splitLocale } from '#shared/domain/route-patterns.ts'

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

/** Brings an open window to the creations in its own language, or opens one. */
export async function openCreations(windows: AppWindows): Promise<void> {
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const target = open.find(showsCreations) ?? open[0]
  if (target === undefined) {
    await windows.openWindow(ROUTES.creations)
    return
  }
  await target.focus()
  if (!showsCreations(target)) await target.navigate(splitLocale(new URL(target.url).pathname).prefix + ROUTES.creations)
}

function showsCreations({ url }: AppWindow): boolean {
  return splitLocale(new URL(url).pathname).path === ROUTES.creations
}
