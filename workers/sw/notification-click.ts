import { splitLocale } from '#shared/domain/route-patterns.ts'

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

/** Brings an open window to a result's place, in the window's own language, or opens one. */
export async function openResult(windows: AppWindows, path: string): Promise<void> {
  const shows = ({ url }: AppWindow) => splitLocale(new URL(url).pathname).path === path
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const target = open.find(shows) ?? open[0]
  if (target === undefined) {
    await windows.openWindow(path)
    return
  }
  await target.focus()
  if (!shows(target)) await target.navigate(splitLocale(new URL(target.url).pathname).prefix + path)
}
