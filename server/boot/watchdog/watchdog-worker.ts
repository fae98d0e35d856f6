import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { type WatchdogSettings, IS_DEBUGGED, HEARTBEATS } from './start-watchdog.ts'

const STDOUT = 1
/** pino's number of the log level `fatal`. */
const FATAL = 60

const { shared, tickMs, checkLimit } = workerData as WatchdogSettings
const cells = new Int32Array(shared)
let lastHeartbeats = -1
let missedChecks = 0

setInterval(() => {
  const heartbeats = Atomics.load(cells, HEARTBEATS)
  missedChecks = heartbeats === lastHeartbeats && Atomics.load(cells, IS_DEBUGGED) === 0 ? missedChecks + 1 : 0
  lastHeartbeats = heartbeats
  if (missedChecks >= checkLimit) endProcess()
}, tickMs)

/** The main thread hangs and cannot run its handlers: SIGKILL ends the process. */
function endProcess(): void {
  const msg = `Main loop blocked for ${Math.round((checkLimit * tickMs) / 1000)} s; ending the process so that it can be restarted`
  try {
    writeSync(STDOUT, `${JSON.stringify({ level: FATAL, time: Date.now(), pid: process.pid, msg })}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
