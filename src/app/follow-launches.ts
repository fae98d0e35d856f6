import { matchRoute, splitLocale } from '#shared/domain/route-patterns.ts'
import { linkedPath } from '#shared/domain/protocol-link.ts'
import { bringToTool } from '#src/lib/bring-to-tool.ts'
import { pageIntake } from '#src/lib/page-intake.ts'

/** Not in the type library. */
interface LaunchParams {
  readonly targetURL?: string
  readonly files?: readonly { readonly getFile: () => Promise<File> }[]
}

type Go = (path: string) => void

interface LaunchQueue {
  setConsumer(consumer: (params: LaunchParams) => void): void
}

/** Whoever opens the app again, by a shortcut or with a file, finds the window that is open and what is in it; only the screen changes. */
export function followLaunches(go: Go, queue = (globalThis as { readonly launchQueue?: LaunchQueue }).launchQueue): void {
  queue?.setConsumer((params) => void open(params, go))
}

async function open({ targetURL, files = [] }: LaunchParams, go: Go): Promise<void> {
  const [first, ...others] = await Promise.all(files.map((handle) => handle.getFile()))
  if (first !== undefined) return bring([first, ...others], go)
  if (targetURL === undefined) return
  const { origin, pathname, search } = new URL(targetURL)
  const path = linkedPath(search) ?? pathname + search
  const here = splitLocale(location.pathname).path + location.search
  if (origin === location.origin && splitLocale(path).path !== here) go(path)
}

function bring(files: readonly [File, ...File[]], go: Go): void {
  const isThere = () => matchRoute(location.pathname) === 'imageToVideo'
  if (isThere()) pageIntake.bring(files)
  else bringToTool(files, { go, isThere, pass: (brought) => isThere() && pageIntake.pass(brought) })
}
