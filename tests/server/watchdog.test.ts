import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pass } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildForNode } from '../fixtures/build-for-node.ts'

const TICK_MS = 20
const CHECK_LIMIT = 50
const EXIT_TIMEOUT_MS = 60_000

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
async function startWatchedProcess(work: string, nodeOptions: readonly string[] = []) {
  const mainUrl = new URL(`main-${crypto.randomUUID()}.mjs`, folder)
  const options = `{ workerUrl: new URL('./watchdog-worker.js', import.meta.url), onError: (error) => { throw error }, tickMs: ${TICK_MS}, checkLimit: ${CHECK_LIMIT} }`
  await writeFile(
    mainUrl,
    `import { startWatchdog } from './start-watchdog.js'
    process.on('SIGTERM', () => process.exit(0))
    startWatchdog(${options})
    setTimeout(() => { console.log('runs'); ${work} }, ${5 * TICK_MS})`,
  )
  const watchedProcess = spawn(process.execPath, [...nodeOptions, fileURLToPath(mainUrl)], { stdio: ['ignore', 'pipe', 'ignore'] })
  child = watchedProcess
  let output = ''
  watchedProcess.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const exitEvent = once(watchedProcess, 'exit', { signal: AbortSignal.timeout(EXIT_TIMEOUT_MS) })
  exitEvent.catch(() => undefined)
  await expect.poll(() => output, { timeout: EXIT_TIMEOUT_MS }).toContain('runs\n')
  return { process: watchedProcess, output: () => output, exitEvent }
}

const blockCode = (ms: number) => `const untilMs = Date.now() + ${ms}; while (Date.now() < untilMs);`

describe('a process under the watchdog', () => {
  it('is ended with one line in the log when its main loop blocks, even where SIGTERM has no effect any more', async () => {
    const run = await startWatchedProcess('for (;;);')
    run.process.kill('SIGTERM')
    expect(await run.exitEvent).toEqual([null, 'SIGKILL'])
    const [line, ...otherLines] = run.output().replace('runs\n', '').trim().split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 60, msg: expect.stringContaining('Main loop blocked for 1 s') })
    expect(otherLines).toEqual([])
  })

  it('may be busy for a while, and ends by itself when no work is left', async () => {
    const run = await startWatchedProcess(blockCode((TICK_MS * CHECK_LIMIT) / 4))
    expect(await run.exitEvent).toEqual([0, null])
  })

  it('may sleep longer than that with its computer', async () => {
    const run = await startWatchedProcess(`setInterval(() => console.log('still'), ${TICK_MS})`)
    run.process.kill('SIGSTOP')
    await pass(2 * TICK_MS * CHECK_LIMIT)
    const lengthBefore = run.output().length
    run.process.kill('SIGCONT')
    await expect.poll(() => run.output().length).toBeGreaterThan(lengthBefore + CHECK_LIMIT * 'still\n'.length)
    run.process.kill('SIGTERM')
    expect(await run.exitEvent).toEqual([0, null])
  })

  it('may be paused by a debugger', async () => {
    const run = await startWatchedProcess(blockCode(2 * TICK_MS * CHECK_LIMIT), ['--inspect=127.0.0.1:0'])
    expect(await run.exitEvent).toEqual([0, null])
  })
})
