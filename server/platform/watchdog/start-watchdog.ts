import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'

/** How often the main loop shows that it runs, and the watchdog looks, in ms. */
export const WATCHDOG_TICK_MS = 1000
/** So many looks in a row without a sign end the process: about a minute. */
export const STANDSTILL_CHECKS = 60

/** What both threads share: a count of the main loop's signs, and whether a debugger may hold it. */
export const HEARTBEATS = 0
export const IS_DEBUGGED = 1

export interface WatchdogTerms {
  readonly shared: SharedArrayBuffer
  readonly tickMs: number
  readonly looks: number
}

interface WatchdogOptions {
  readonly workerUrl: URL
  readonly onError: (error: Error) => void
  readonly tickMs?: number
  readonly looks?: number
}

/**
 * Ends the process when its main loop stands: the embedded database can loop for ever on a full disk, and then no signal is heard
 * either. A thread of its own counts its looks, not the time, so that a computer that slept ends nothing. It runs until the process ends.
 */
export function startWatchdog({ workerUrl, onError, tickMs = WATCHDOG_TICK_MS, looks = STANDSTILL_CHECKS }: WatchdogOptions): void {
  const terms: WatchdogTerms = { shared: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT), tickMs, looks }
  const cells = new Int32Array(terms.shared)
  const worker = new Worker(workerUrl, { workerData: terms })
  worker.on('error', onError)
  worker.unref()
  const show = () => {
    Atomics.store(cells, IS_DEBUGGED, inspector.url() === undefined ? 0 : 1)
    Atomics.add(cells, HEARTBEATS, 1)
  }
  setInterval(show, tickMs).unref()
}
