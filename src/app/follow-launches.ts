import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { matchRoute } from '#shared/domain/screens.ts'
import { linkedPath } from '#shared/domain/protocol-link.ts'
import { type DroppedFiles, fileDrop } from '#src/pictures/file-drop.ts'
import { openInTool } from '#src/pictures/open-in-tool.ts'

/** Missing in TypeScript's DOM types. */
interface LaunchParams {
  readonly targetURL?: string
  readonly files?: readonly { readonly getFile: () => Promise<File> }[]
}

type Go = (path: string) => void

interface LaunchQueue {
  setConsumer(consumer: (params: LaunchParams) => void): void
}

interface LaunchPage {
  readonly address: Pick<Location, 'origin' | 'pathname' | 'search'>
  readonly drop: Pick<typeof fileDrop, 'drop' | 'queueForNext'>
  /** Undefined in a browser without a launch queue. */
  readonly queue: LaunchQueue | undefined
}

/** Handles a launch by a shortcut or a file in the open window: the content stays, and only the screen changes. */
export function followLaunches(go: Go, page: LaunchPage = thisPage()): void {
  page.queue?.setConsumer((params) => void open(params, go, page))
}

function thisPage(): LaunchPage {
  return { address: location, drop: fileDrop, queue: (globalThis as { readonly launchQueue?: LaunchQueue }).launchQueue }
}

async function open({ targetURL, files = [] }: LaunchParams, go: Go, page: LaunchPage): Promise<void> {
  const { address } = page
  const [first, ...others] = await Promise.all(files.map((handle) => handle.getFile()))
  if (first !== undefined) return receive([first, ...others], go, page)
  if (targetURL === undefined) return
  const { origin, pathname, search } = new URL(targetURL)
  const path = linkedPath(search) ?? pathname + search
  const here = splitLocale(address.pathname).path + address.search
  if (origin === address.origin && splitLocale(path).path !== here) go(path)
}

function receive(files: DroppedFiles, go: Go, { address, drop }: LaunchPage): void {
  const isOnToolScreen = () => matchRoute(address.pathname) === 'imageToVideo'
  if (isOnToolScreen()) drop.drop(files)
  else openInTool(files, { go, isOnToolScreen, queueForNext: (dropped) => isOnToolScreen() && drop.queueForNext(dropped) })
}
