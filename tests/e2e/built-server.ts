import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const READY_TIMEOUT_MS = 60_000
const ASK_AGAIN_MS = 50
const MAIN = path.resolve(import.meta.dirname, '../../dist/server/main.js')

/** The built server as a person starts it: its own process, its own data folder, a free port. */
export interface BuiltServer {
  readonly origin: string
  start(): Promise<void>
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Ends it and removes its data. */
  dispose(): Promise<void>
}

export async function startBuiltServer(): Promise<BuiltServer> {
  const port = await freePort()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-e2e-'))
  const origin = `http://localhost:${port}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
    child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    await untilReady(`${origin}/readyz`, child)
  }

  async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await start()
  return {
    origin,
    start,
    stop,
    async dispose() {
      await stop('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready.`)
    const isReady = await fetch(address).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
  throw new Error('The server did not become ready.')
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
