import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { linkedPath } from '#shared/domain/protocol-link.ts'
import { type DroppedFiles, fileDrop } from '#src/pictures/file-drop.ts'
import { openInTool } from '#src/pictures/open-in-tool.ts'

/** What the browser passes at a launch of the installed app. TypeScript's DOM library lacks this type. */
interface LaunchParams {
  readonly targetURL?: string
  readonly files?: readonly { readonly getFile: () => Promise<File> }[]
}

type Navigate = (path: string) => void

interface LaunchQueue {
  setConsumer(consumer: (params: LaunchParams) => void): void
}

interface LaunchPage {
  readonly address: Pick<Location, 'origin' | 'pathname' | 'search'>
  readonly drop: Pick<typeof fileDrop, 'drop' | 'queueForNext'>
  /** The browser's launch queue; undefined if it has none. */
  readonly queue: LaunchQueue | undefined
}

/**
 * Handles a launch of the app by a shortcut, a link or a file in the window that is already open: only the screen changes, and the page
 * is not reloaded.
 */
export function followLaunches(go: Navigate, page: LaunchPage = thisPage()): void {
  page.queue?.setConsumer((params) => void handleLaunch(params, go, page))
}

function thisPage(): LaunchPage {
  return { address: location, drop: fileDrop, queue: (globalThis as { readonly launchQueue?: LaunchQueue }).launchQueue }
}

async function handleLaunch({ targetURL, files = [] }: LaunchParams, go: Navigate, page: LaunchPage): Promise<void> {
  const { address } = page
  const [firstFile, ...otherFiles] = await Promise.all(files.map((handle) => handle.getFile()))
  if (firstFile !== undefined) return receiveFiles([firstFile, ...otherFiles], go, page)
  if (targetURL === undefined) return
  const { origin, pathname, search } = new URL(targetURL)
  const path = linkedPath(search) ?? pathname + search
  const currentPath = splitLocale(address.pathname).path + address.search
  if (origin === address.origin && splitLocale(path).path !== currentPath) go(path)
}

function receiveFiles(files: DroppedFiles, go: Navigate, { address, drop }: LaunchPage): void {
  const isOnToolScreen = () => matchRoute(address.pathname) === 'imageToVideo'
  if (isOnToolScreen()) drop.drop(files)
  else openInTool(files, { go, isOnToolScreen, queueForNext: (dropped) => isOnToolScreen() && drop.queueForNext(dropped) })
}
