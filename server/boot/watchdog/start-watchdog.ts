import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'

/** The interval of the main thread's heartbeat and the watchdog's check, in ms. */
export const WATCHDOG_TICK_MS = 1000
/** After this many checks without a heartbeat, about a minute, the process is ended. */
export const STANDSTILL_CHECKS = 60

/** Indexes of the shared array: the heartbeat count, and whether a debugger is attached. */
export const HEARTBEATS = 0
export const IS_DEBUGGED = 1

export interface WatchdogSettings {
  readonly shared: SharedArrayBuffer
  readonly tickMs: number
  readonly checkLimit: number
}

interface WatchdogOptions {
  readonly workerUrl: URL
  readonly onError: (error: Error) => void
  readonly tickMs?: number
  readonly checkLimit?: number
}

/**
 * Ends the process when its main thread hangs: on a full disk the embedded database can loop for ever and block signals. The worker counts
 * checks instead of time, so a suspension of the computer does not end the process.
 */
export function startWatchdog({ workerUrl, onError, tickMs = WATCHDOG_TICK_MS, checkLimit = STANDSTILL_CHECKS }: WatchdogOptions): void {
  const settings: WatchdogSettings = { shared: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT), tickMs, checkLimit }
  const cells = new Int32Array(settings.shared)
  const worker = new Worker(workerUrl, { workerData: settings })
  worker.on('error', onError)
  worker.unref()
  const sendHeartbeat = () => {
    Atomics.store(cells, IS_DEBUGGED, inspector.url() === undefined ? 0 : 1)
    Atomics.add(cells, HEARTBEATS, 1)
  }
  setInterval(sendHeartbeat, tickMs).unref()
}
