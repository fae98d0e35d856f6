import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PORT = 20_000 + (process.pid % 9000)

/**
 * Starts the built server with a new data folder and without gallery videos. `environment` adds environment variables, `execArgv` adds
 * Node options.
 */
export async function startServer(environment = {}, execArgv = []) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
  const child = spawn(process.execPath, [...execArgv, join(import.meta.dirname, '../../dist/server/main.js')], {
    env: {
      ...process.env,
      PORT: String(PORT),
      CHECKOUT_PORT: String(PORT + 1),
      DATA_DIR: dataDir,
      SEED_VIDEOS: '0',
      FFMPEG_PATH: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.includes(`localhost:${PORT}`)) break
  child.stdout.resume()
  return {
    origin: `http://localhost:${PORT}`,
    port: PORT,
    process: child,
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill()
      await exit
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
