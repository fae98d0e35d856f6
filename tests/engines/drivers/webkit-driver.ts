import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../fixtures/server/free-port.ts'
import { type OpenBrowser, type PictureFile, type Profile, WINDOW } from './driver.ts'
import { openSession } from './webdriver-session.ts'

const SHELL_PATH = path.join(import.meta.dirname, 'webkit-shell.py')
const LOG_FOLDER = path.resolve(import.meta.dirname, '../../../test-results/engines')
const START_WAIT_MS = 20_000
const POLL_EVERY_MS = 100
/** The number of tries to remove the folder, because a browser that is still closing may write into it. */
const REMOVAL_TRIES = 5
/** Makes a screenshot, because the driver's own screenshot of a static page never returns. */
const PICTURE_SCRIPT = `import sys, gi
gi.require_version('Gdk', '3.0')
from gi.repository import Gdk
root = Gdk.get_default_root_window()
Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height()).savev(sys.argv[1], 'png', [], [])`

/** Opens WebKitGTK on a virtual display, with a window manager that gives windows the focus. */
export async function openWebKit(driverPath: string, profile: Profile): Promise<OpenBrowser> {
  const home = await mkdtemp(path.join(tmpdir(), 'kinora-webkit-'))
  await mkdir(LOG_FOLDER, { recursive: true })
  const virtualDisplay = await startDisplay()
  const windowSize = `${WINDOW.width}x${WINDOW.height}`
  const environment = {
    ...process.env,
    DISPLAY: virtualDisplay.display,
    HOME: home,
    XDG_DATA_HOME: `${home}/data`,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_CONFIG_HOME: `${home}/config`,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    NO_AT_BRIDGE: '1',
    // Without a sound card WebKit stops a video that has sound, so all sound outputs are off.
    GST_PLUGIN_FEATURE_RANK: 'alsasink:NONE,openalsink:NONE,pulsesink:NONE',
    KINORA_WINDOW: windowSize,
    ...(profile === 'private' ? {} : { KINORA_STORE: home }),
  }
  const windowManager = spawn('openbox', [], { env: environment, stdio: 'ignore' })
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(path.join(LOG_FOLDER, `webkit-${profile}.log`))
  for (const output of [driver.stdout, driver.stderr]) output.pipe(log, { end: false })
  const address = `http://127.0.0.1:${port}`
  const saveScreenshot = async (file: PictureFile) =>
    void (await promisify(execFile)('/usr/bin/python3', ['-c', PICTURE_SCRIPT, file], { env: environment }))
  const closeAll = async () => {
    for (const child of [driver, windowManager, virtualDisplay.child]) await endProcess(child)
    await rm(home, { recursive: true, force: true, maxRetries: REMOVAL_TRIES })
  }
  const start = async () => {
    await untilAnswered(`${address}/status`)
    return openSession(address, { 'webkitgtk:browserOptions': { binary: SHELL_PATH, args: [] } }, saveScreenshot)
  }
  const session = await start().catch(async (error: unknown) => {
    await closeAll()
    throw error
  })
  return {
    newTab: () => session.newTab(),
    async close() {
      await session.end().catch(() => undefined)
      await closeAll()
    },
  }
}

/** Starts a virtual display. Xvfb chooses the first free display number and prints it. */
async function startDisplay(): Promise<{ readonly child: ChildProcess; readonly display: string }> {
  const screenFormat = `${WINDOW.width}x${WINDOW.height}x24`
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', screenFormat, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [displayNumber] = (await once(createInterface({ input: child.stdout }), 'line')) as string[]
  return { child, display: `:${displayNumber}` }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

async function untilAnswered(address: string): Promise<void> {
  const signal = AbortSignal.timeout(START_WAIT_MS)
  const isAnswered = () =>
    fetch(address, { signal }).then(
      () => true,
      () => false,
    )
  while (!(await isAnswered())) await setTimeout(POLL_EVERY_MS, undefined, { signal })
}
