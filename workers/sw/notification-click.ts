import { acquiredLocks } from '#shared/browser/locks.ts'
import { type OpenPathMessage, PAYING_LOCK, OPEN_PATH_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { OPEN_PATH_ANSWER_MS } from '#shared/domain/push-rules.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'

interface AppWindow {
  readonly id: string
  readonly url: string
  readonly frameType?: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
  postMessage(message: OpenPathMessage, transfer: Transferable[]): void
}

/** The part of the service worker's `clients` in use. */
export interface AppWindows {
  matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly AppWindow[]>
  openWindow(url: string): Promise<unknown>
}

/**
 * Opens a result's path in an open window, or else in a new one. The page in the open window is asked to show the path. If the page does
 * not answer, the window loads the path in its own language, unless it shows the path already or has an open checkout.
 */
export async function openResult(windows: AppWindows, path: string, readPayingWindows: () => Promise<ReadonlySet<string>>): Promise<void> {
  const showsPath = ({ url }: AppWindow) => splitLocale(new URL(url).pathname).path === path
  const allWindows = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const openWindows = allWindows.filter(({ frameType }) => frameType !== 'nested')
  const target = openWindows.find(showsPath) ?? openWindows[0]
  if (target === undefined) {
    await windows.openWindow(path)
    return
  }
  await target.focus()
  if ((await isPathAccepted(target, path)) || showsPath(target) || (await readPayingWindows()).has(target.id)) return
  await target.navigate(splitLocale(new URL(target.url).pathname).prefix + path)
}

/** The ids of the windows with an open checkout. */
export async function payingWindows(): Promise<ReadonlySet<string>> {
  const locks = await acquiredLocks()
  return new Set(locks.flatMap(({ name, clientId }) => (name === PAYING_LOCK && clientId !== undefined ? [clientId] : [])))
}

/** Asks an open page to show a path. False if the page does not answer: it is starting, or it belongs to an older build. */
async function isPathAccepted(target: AppWindow, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), OPEN_PATH_ANSWER_MS)
    port1.addEventListener('message', () => resolve(true))
    port1.addEventListener('messageerror', () => resolve(false))
    port1.start()
  })
  try {
    target.postMessage({ type: OPEN_PATH_MESSAGE, path }, [port2])
    return await answer
  } catch {
    return false
  } finally {
    port1.close()
  }
}
