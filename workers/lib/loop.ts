import type { Clock } from '#shared/clock.ts'

const BUG_PAUSE_MS = 5000

export interface LoopOptions {
  readonly clock: Clock
  /** One pass. Resolves to the ms until the next one, or null to sleep until a wake. */
  readonly pass: (signal: AbortSignal) => Promise<number | null>
  /** Called when a pass has thrown, which is a bug. The loop continues after a pause. */
  readonly onBug: (error: unknown) => void
}

export interface Loop {
  /** Runs a pass as soon as possible; during a pass, one more after it. */
  wake(): void
  /** Starts no further pass and resolves when the running one has ended. */
  finish(): Promise<void>
  /** Aborts the running pass and resolves when it has ended. */
  stop(): Promise<void>
}

/** Repeats `pass`, starting at once. Passes never overlap, no wake is lost, and `stop` waits for the running pass. */
export function startLoop({ clock, pass, onBug }: LoopOptions): Loop {
  const stopController = new AbortController()
  const finishController = new AbortController()
  let isWoken = false
  let restController = new AbortController()

  async function rest(ms: number | null): Promise<void> {
    if (isWoken || finishController.signal.aborted) return
    restController = new AbortController()
    const { signal } = restController
    if (ms === null) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    else await clock.sleep(ms, signal)
  }

  async function run(): Promise<void> {
    while (!finishController.signal.aborted) {
      isWoken = false
      let restMs: number | null = BUG_PAUSE_MS
      try {
        restMs = await pass(stopController.signal)
      } catch (error) {
        if (!stopController.signal.aborted) onBug(error)
      }
      await rest(restMs)
    }
  }

  function endAfterPass(): void {
    finishController.abort()
    restController.abort()
  }

  const runEnd = run()
  return {
    wake() {
      isWoken = true
      restController.abort()
    },
    finish() {
      endAfterPass()
      return runEnd
    },
    stop() {
      endAfterPass()
      stopController.abort()
      return runEnd
    },
  }
}
