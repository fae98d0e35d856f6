import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ServerProcess, SERVER_MAIN, startServerProcess } from '../../fixtures/server/built-server-process.ts'
import { freePort } from '../../fixtures/server/free-port.ts'
import { REMOVAL_TRIES } from '../../fixtures/start-test-server.ts'

/** The built server in a process of its own, with its data folder. Its address stays the same after a restart. */
export interface BuiltServer {
  readonly origin: string
  kill(): Promise<void>
  restart(): Promise<void>
  /** Ends the server and removes its data. */
  dispose(): Promise<void>
}

export async function startBuiltServer(environment: Readonly<Record<string, string>> = {}): Promise<BuiltServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-e2e-'))
  const PORT = String(await freePort())
  let server: ServerProcess = await startServerProcess(SERVER_MAIN, { ...environment, DATA_DIR: dataDir, PORT })
  const { origin } = server
  return {
    origin,
    kill: () => server.end('SIGKILL'),
    async restart() {
      await server.end('SIGKILL')
      server = await startServerProcess(SERVER_MAIN, { ...environment, DATA_DIR: dataDir, PORT })
    },
    async dispose() {
      await server.end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: REMOVAL_TRIES })
    },
  }
}
