import type { Clock } from '#shared/browser/clock.ts'
import { ONE_TAP_INACTIVITY_MS } from '#shared/domain/google-rules.ts'

export type OneTapState = 'off' | 'watching' | 'paused' | 'visible' | 'spent'

export interface OneTapDetector {
  /** Nobody is logged in. Does nothing once started. */
  readonly start: () => void
  /** Somebody has logged in. */
  readonly stop: () => void
  /** Somebody has logged out, or is on another route: from the beginning. */
  readonly restart: () => void
  /** A mouse button went down, a finger touched, something was clicked. */
  readonly noteActivity: () => void
  readonly noteHidden: (isHidden: boolean) => void
  /** The prompt was dismissed or skipped. */
  readonly noteGone: () => void
  readonly state: () => OneTapState
}

interface OneTapDetectorDeps {
  readonly clock: Clock
  readonly show: () => void
  readonly hide: () => void
}

/**
 * off ──start──► watching ──10 s without a press──► visible ──dismissed, skipped──► spent
 *                 │ ▲ └ a press begins the 10 s anew
 *     tab hidden  ▼ │ tab visible, with the time that was left
 *                paused
 * stop leads from everywhere to off, restart from everywhere to watching (paused while hidden); both take a visible prompt away.
 * So the prompt shows once until the route changes or somebody logs out.
 */
export function createOneTapDetector({ clock, show, hide }: OneTapDetectorDeps): OneTapDetector {
  let state: OneTapState = 'off'
  let isHidden = false
  let leftMs = ONE_TAP_INACTIVITY_MS
  let startedMs = 0
  let timer = new AbortController()

  function watch(): void {
    timer.abort()
    if (isHidden) {
      state = 'paused'
      return
    }
    state = 'watching'
    startedMs = clock.nowMs()
    timer = new AbortController()
    void showAfter(leftMs, timer.signal)
  }

  async function showAfter(ms: number, signal: AbortSignal): Promise<void> {
    await clock.sleep(ms, signal)
    if (signal.aborted) return
    state = 'visible'
    show()
  }

  function begin(): void {
    leftMs = ONE_TAP_INACTIVITY_MS
    watch()
  }

  function stop(): void {
    timer.abort()
    const wasVisible = state === 'visible'
    state = 'off'
    if (wasVisible) hide()
  }

  function pause(): void {
    timer.abort()
    const passedMs = clock.nowMs() - startedMs
    leftMs = Math.min(Math.max(leftMs - passedMs, 0), leftMs)
    state = 'paused'
  }

  return {
    start() {
      if (state === 'off') begin()
    },
    stop,
    restart() {
      stop()
      begin()
    },
    noteActivity() {
      if (state === 'watching') begin()
    },
    noteHidden(next) {
      isHidden = next
      if (next && state === 'watching') pause()
      if (!next && state === 'paused') watch()
    },
    noteGone() {
      if (state === 'visible') state = 'spent'
    },
    state: () => state,
  }
}
