import { allEnded } from '#shared/all-ended.ts'

/** The interval of the check for messages that are due again or were left by another process, in ms. */
const LOOK_EVERY_MS = 5000
const FIRST_PAUSE_MS = 5000
const PAUSE_FACTOR = 3

export interface Delivery {
  /** Checks now. */
  wake: () => void
  /** Starts no further message and aborts running ones, which become due again soon. */
  stop: () => Promise<void>
}

interface Deps {
  /** Reserves the next due message and sends it; false when none is due. */
  readonly sendNext: (stopping: AbortSignal) => Promise<boolean>
  /** The number of concurrent messages. */
  readonly atOnce: number
  readonly onError: (error: unknown) => void
}

/** The pause after a failed try, the first being 1, in ms. */
export function retryPauseMs(attempts: number): number {
  return FIRST_PAUSE_MS * PAUSE_FACTOR ** (attempts - 1)
}

/** Sends due messages, now and for as long as the server runs. */
export function deliverDue({ sendNext, atOnce, onError }: Deps): Delivery {
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
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
    running ??= allEnded(Array.from({ length: atOnce }, sendAllDue))
      .catch(onError)
      .finally(() => (running = undefined))
  }

  const timer = setInterval(wake, LOOK_EVERY_MS)
  wake()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
