import { allEnded } from '#shared/all-ended.ts'

/**
 * The interval of the check for due messages in ms. A message may become due again, or another process may have ended before it sent its
 * messages.
 */
const POLL_EVERY_MS = 5000
const FIRST_PAUSE_MS = 5000
const PAUSE_FACTOR = 3

export interface Delivery {
  /** Checks for due messages now. */
  wake: () => void
  /** Starts no further message and aborts running ones. Aborted messages soon become due again. */
  stop: () => Promise<void>
}

interface Deps {
  /** Reserves the next due message and sends it; false if none is due. */
  readonly sendNext: (stopping: AbortSignal) => Promise<boolean>
  readonly atOnce: number
  readonly onError: (error: unknown) => void
}

/** The pause after a failed try, in ms; `attempts` is 1 after the first try. */
export function retryPauseMs(attempts: number): number {
  return FIRST_PAUSE_MS * PAUSE_FACTOR ** (attempts - 1)
}

/** Sends due messages until the server stops. */
export function deliverDue({ sendNext, atOnce, onError }: Deps): Delivery {
  const stopping = new AbortController()
  let runningSends: Promise<unknown> | undefined
  let isWoken = false

  async function sendAllDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false
      if (!(await sendNext(stopping.signal)) && !isWoken) return
    }
  }

  function wake(): void {
    isWoken = true
    if (stopping.signal.aborted) return
    runningSends ??= allEnded(Array.from({ length: atOnce }, sendAllDue))
      .catch(onError)
      .finally(() => (runningSends = undefined))
  }

  const timer = setInterval(wake, POLL_EVERY_MS)
  wake()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await runningSends
    },
  }
}
