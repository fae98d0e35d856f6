import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pass } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildForNode } from '../fixtures/build-for-node.ts'

const TICK_MS = 20
const CHECK_LIMIT = 50
const ENDS_WITHIN_MS = 60_000

let folder: URL
let child: ChildProcess | undefined

beforeAll(async () => {
  folder = await buildForNode({
    'start-watchdog': 'server/boot/watchdog/start-watchdog.ts',
    'watchdog-worker': 'server/boot/watchdog/watchdog-worker.ts',
  })
})
afterEach(() => child?.kill('SIGKILL'))

/** Starts a process under the watchdog. After the process has reported that it runs, it executes `work`. */
async function startWatched(work: string, nodeOptions: readonly string[] = []) {
  const main = new URL(`main-${crypto.randomUUID()}.mjs`, folder)
  const options = `{ workerUrl: new URL('./watchdog-worker.js', import.meta.url), onError: (error) => { throw error }, tickMs: ${TICK_MS}, checkLimit: ${CHECK_LIMIT} }`
  await writeFile(
    main,
    `import { startWatchdog } from './start-watchdog.js'
    process.on('SIGTERM', () => process.exit(0))
    startWatchdog(${options})
    setTimeout(() => { console.log('runs'); ${work} }, ${5 * TICK_MS})`,
  )
  const started = spawn(process.execPath, [...nodeOptions, fileURLToPath(main)], { stdio: ['ignore', 'pipe', 'ignore'] })
  child = started
  let output = ''
  started.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(started, 'exit', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) })
  ended.catch(() => undefined)
  await expect.poll(() => output, { timeout: ENDS_WITHIN_MS }).toContain('runs\n')
  return { process: started, output: () => output, ended }
}

const block = (ms: number) => `const untilMs = Date.now() + ${ms}; while (Date.now() < untilMs);`

describe('a process under the watchdog', () => {
  it('is ended with one line in the log when its main loop blocks, even where SIGTERM has no effect any more', async () => {
    const watched = await startWatched('for (;;);')
    watched.process.kill('SIGTERM')
    expect(await watched.ended).toEqual([null, 'SIGKILL'])
    const [line, ...more] = watched.output().replace('runs\n', '').trim().split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 60, msg: expect.stringContaining('Main loop blocked for 1 s') })
    expect(more).toEqual([])
  })

  it('may be busy for a while, and ends by itself when no work is left', async () => {
    const watched = await startWatched(block((TICK_MS * CHECK_LIMIT) / 4))
    expect(await watched.ended).toEqual([0, null])
  })

  it('may sleep longer than that with its computer', async () => {
    const watched = await startWatched(`setInterval(() => console.log('still'), ${TICK_MS})`)
    watched.process.kill('SIGSTOP')
    await pass(2 * TICK_MS * CHECK_LIMIT)
    const before = watched.output().length
    watched.process.kill('SIGCONT')
    await expect.poll(() => watched.output().length).toBeGreaterThan(before + CHECK_LIMIT * 'still\n'.length)
    watched.process.kill('SIGTERM')
    expect(await watched.ended).toEqual([0, null])
  })

  it('may be paused by a debugger', async () => {
    const watched = await startWatched(block(2 * TICK_MS * CHECK_LIMIT), ['--inspect=127.0.0.1:0'])
    expect(await watched.ended).toEqual([0, null])
  })
})
