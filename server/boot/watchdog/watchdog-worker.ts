import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { type WatchdogTerms, IS_DEBUGGED, HEARTBEATS } from './start-watchdog.ts'

const STDOUT = 1
/** pino's number of the log level `fatal`. */
const FATAL = 60

const { shared, tickMs, checkLimit } = workerData as WatchdogTerms
const cells = new Int32Array(shared)
let last = -1
let missed = 0

setInterval(() => {
  const signs = Atomics.load(cells, HEARTBEATS)
  missed = signs === last && Atomics.load(cells, IS_DEBUGGED) === 0 ? missed + 1 : 0
  last = signs
  if (missed >= checkLimit) end()
}, tickMs)

/** The main thread hangs and cannot run its handlers: SIGKILL ends the process. */
function end(): void {
  const msg = `Main loop blocked for ${Math.round((checkLimit * tickMs) / 1000)} s; ending the process so that it can be restarted`
  try {
    writeSync(STDOUT, `${JSON.stringify({ level: FATAL, time: Date.now(), pid: process.pid, msg })}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
