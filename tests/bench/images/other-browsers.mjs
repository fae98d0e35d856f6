import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const QUIET_PREFERENCES = [
  ['browser.aboutwelcome.enabled', false],
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.startup.homepage_override.mstone', 'ignore'],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['app.normandy.enabled', false],
]

/** Opens one tab that reloads for each job. It measures no memory. Null if no Firefox is installed. */
export async function openFirefox(server) {
  const path = findInPath('firefox-esr') ?? findInPath('firefox')
  if (path === undefined) return null
  const profile = await mkdtemp(join(tmpdir(), 'kinora-bench-firefox-'))
  const prefs = QUIET_PREFERENCES.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), prefs.join('\n'))
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
  const endBrowser = launch(path, ['--headless', '--no-remote', '--profile', profile, server.url], { MOZ_CRASHREPORTER_DISABLE: '1' })
  return createBrowser(server, version, endBrowser, profile)
}

/** Opens one tab on a virtual display, which reloads for each job. Null if WebKitGTK's MiniBrowser or xvfb is not installed. */
export async function openWebkit(server) {
  const path = findMiniBrowser()
  const xvfbRun = findInPath('xvfb-run')
  if (path === undefined || xvfbRun === undefined) return null
  const home = await mkdtemp(join(tmpdir(), 'kinora-bench-webkit-'))
  const version = execFileSync(xvfbRun, ['-a', path, '--version'], { encoding: 'utf8' }).trim()
  const isRoot = process.getuid?.() === 0
  const endBrowser = launch(xvfbRun, ['-a', path, '--private', server.url], {
    HOME: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    ...(isRoot && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  })
  return createBrowser(server, version, endBrowser, home)
}

function createBrowser(server, version, endBrowser, folder) {
  return {
    version,
    measure: (job, photo) => server.run({ ...job, isReloaded: true }, photo),
    async close() {
      await endBrowser()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts a program in a process group of its own. The returned function ends the group. */
function launch(path, args, env) {
  const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: 'ignore', detached: true })
  const exit = new Promise((resolve) => child.on('close', resolve))
  return async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await exit
  }
}

function findInPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function findMiniBrowser() {
  const roots = ['/usr/libexec', '/usr/lib', ...foldersIn('/usr/lib')]
  const candidates = roots.flatMap((root) => ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((library) => join(root, library, 'MiniBrowser')))
  return candidates.find((path) => existsSync(path))
}

function foldersIn(root) {
  return existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : []
}
