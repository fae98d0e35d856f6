import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, exitWith, projectRoot } from './ensure-installed.mjs'

const START_WAIT_MS = 60_000
const STOP_WAIT_MS = 15_000
const PORT = '8797'

/**
 * Checks whether a browser with data of a former build starts with this build and loses nothing: `npm run test:former -- <commit>`. Both
 * builds serve the same data on the same address, one after the other, to the same browser profile.
 */
const [commit] = process.argv.slice(2)
if (commit === undefined) exitWith('Name the commit of the former build, such as `npm run test:former -- HEAD~20`.')
ensureInstalled()
await ensureBuilt()

const folder = mkdtempSync(path.join(tmpdir(), 'kinora-former-'))
const formerRoot = path.join(folder, 'former')
try {
  await buildFormer()
  const { fillBrowser, findLosses } = await import('./test/former-browser.mjs')
  const profile = path.join(folder, 'profile')
  const origin = `http://localhost:${PORT}`
  const storedData = await runWhileServing(formerRoot, () => fillBrowser({ profile, origin }))
  const losses = await runWhileServing(projectRoot, () => findLosses({ profile, origin, storedData }))
  for (const loss of losses) console.error(`lost: ${loss}`)
  if (losses.length === 0) console.log(`A browser of ${commit} has all it had: ${storedData.summary}.`)
  process.exitCode = losses.length === 0 ? 0 : 1
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', formerRoot], { cwd: projectRoot })
  rmSync(folder, { recursive: true, force: true })
}

async function buildFormer() {
  execFileSync('git', ['worktree', 'add', '--detach', formerRoot, commit], { cwd: projectRoot, stdio: 'ignore' })
  // `node_modules` is copied, because a build writes into it. A commit with other packages needs its own `node_modules`.
  const hasSamePackages = execFileSync('git', ['diff', '--stat', commit, '--', 'package-lock.json'], { cwd: projectRoot }).length === 0
  if (hasSamePackages)
    cpSync(path.join(projectRoot, 'node_modules'), path.join(formerRoot, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: formerRoot, stdio: 'inherit' })
  execFileSync(process.execPath, ['-e', "import('./scripts/ensure-built.mjs').then((build) => build.ensureBuilt())"], { cwd: formerRoot })
  if (!existsSync(path.join(formerRoot, 'dist', 'server', 'main.js'))) exitWith(`The build of ${commit} has no server.`)
}

/** Runs work while the build in `root` serves the shared data. */
async function runWhileServing(root, work) {
  // A former build may not know the value `off`, and would use it as a path.
  const noFfmpeg = root === projectRoot ? { FFMPEG_PATH: 'off' } : {}
  const settings = {
    PORT,
    DATA_DIR: path.join(folder, 'data'),
    SEED_VIDEOS: '0',
    ...noFfmpeg,
    PAYMENT_PROVIDER: 'sandbox',
    LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const serverExit = new Promise((resolve) => server.once('exit', resolve))
  try {
    await Promise.race([
      waitUntilReady(),
      serverExit.then((code) => Promise.reject(new Error(`the server in ${root} has ended with ${code}`))),
    ])
    return await work()
  } finally {
    server.kill('SIGTERM')
    await Promise.race([serverExit, pause(STOP_WAIT_MS, undefined, { ref: false })])
    server.kill('SIGKILL')
    await serverExit
  }
}

async function waitUntilReady() {
  const deadlineMs = Date.now() + START_WAIT_MS
  while (Date.now() < deadlineMs) {
    const response = await fetch(`http://localhost:${PORT}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await pause(200)
  }
  throw new Error('the server does not answer')
}
