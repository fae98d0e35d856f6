import { setTimeout } from 'node:timers/promises'
import type { DiskSpaceDeps } from '../disk/disk-space.ts'
import type { Logger } from '../telemetry/log.ts'

/**
 * How long and how often `isPaused` is called before a failing disk is reported, in ms. The database checks its files every second, so a
 * failing disk pauses it within this time.
 */
const REPORT_AFTER_MS = 2000
const REPORT_STEP_MS = 250

interface DiskReportDeps {
  /** Whether the embedded database is paused. A paused database has already reported the same disk. */
  readonly isPaused: () => Promise<boolean>
  readonly log: Pick<Logger, 'error' | 'info'>
}

/** Reports once that the disk rejects writes, and once that it accepts them again. The function is the `onChange` of `DiskSpaceDeps`. */
export function createDiskReport({ isPaused, log }: DiskReportDeps): DiskSpaceDeps['onChange'] {
  let isReported = false
  let latestRefusal: Error | null = null
  return async (refusal) => {
    latestRefusal = refusal
    if (refusal === null) {
      if (isReported) log.info('Disk is writable again')
      isReported = false
      return
    }
    for (let waitedMs = 0; waitedMs < REPORT_AFTER_MS; waitedMs += REPORT_STEP_MS) {
      if (await isPaused()) return
      await setTimeout(REPORT_STEP_MS, undefined, { ref: false })
      if (latestRefusal !== refusal) return
    }
    isReported = true
    log.error({ err: refusal }, 'Disk is not writable; write requests get 503 until it is')
  }
}
