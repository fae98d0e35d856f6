/** How often messages are looked for that are due again, or that another process has left, in ms. */
const LOOK_EVERY_MS = 5000
const FIRST_PAUSE_MS = 5000
const PAUSE_FACTOR = 3

export interface Delivery {
  /** Looks at once. */
  wake: () => void
  /** Takes up no message and breaks off those under way, which are due again soon. */
  stop: () => Promise<void>
}

interface Deps {
  /** Takes the next message that is due and sends it; false when none is. */
  readonly sendNext: (stopping: AbortSignal) => Promise<boolean>
  /** How many are sent at a time. */
  readonly atOnce: number
  readonly onError: (error: unknown) => void
}

/** How long to wait after a failed try, the first being 1, in ms. */
export function retryPauseMs(attempts: number): number {
  return FIRST_PAUSE_MS * PAUSE_FACTOR ** (attempts - 1)
}

/** Sends what is due, now and as long as the server runs. */
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
    running ??= Promise.all(Array.from({ length: atOnce }, sendAllDue))
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
