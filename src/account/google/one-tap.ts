import type { Result } from '#shared/result.ts'
import type { Clock } from '#shared/clock.ts'
import { ONE_TAP_INACTIVITY_MS } from '#shared/domain/google-rules.ts'
import type { GoogleFailure } from './google-login.ts'
import type { GoogleIdApi } from './google-services.ts'

type AnyMoment = google.accounts.id.PromptMomentNotification
/** The notification of Google's prompt. Browsers with FedCM may lack its older functions. */
type Moment = Pick<AnyMoment, 'getMomentType'> & Partial<AnyMoment>

interface OneTap {
  readonly show: () => Promise<void>
  readonly hide: () => void
}

interface OneTapDeps {
  readonly getId: () => Promise<Result<Pick<GoogleIdApi, 'prompt' | 'cancel'>, GoogleFailure>>
  readonly hasFedCm: () => boolean
  /** Opens a dialog with Google's button. False if the dialog would interrupt the user. */
  readonly openDialog: () => boolean
  readonly closeDialog: () => void
  /** Called when the prompt has closed or did not open. */
  readonly onGone: () => void
}

/** Shows the browser's sign-in prompt, or a dialog with Google's button if the browser has no prompt. */
export function createOneTap({ getId, hasFedCm, openDialog, closeDialog, onGone }: OneTapDeps): OneTap {
  let shown = 0
  let cancel: (() => void) | undefined

  function openInstead(): void {
    if (!openDialog()) onGone()
  }

  return {
    async show() {
      const mine = (shown += 1)
      const id = await getId()
      if (mine !== shown) return
      if (!id.ok) {
        console.warn(id.error.text)
        onGone()
        return
      }
      if (!hasFedCm()) {
        openInstead()
        return
      }
      cancel = () => id.value.cancel()
      id.value.prompt((moment) => {
        if (mine !== shown) return
        const end = readMoment(moment)
        if (end === 'not_displayed') openInstead()
        if (end === 'gone') onGone()
      })
    },
    hide() {
      shown += 1
      cancel?.()
      cancel = undefined
      closeDialog()
    },
  }
}

function readMoment(moment: Moment): 'not_displayed' | 'gone' | undefined {
  if (moment.isNotDisplayed?.() === true) return 'not_displayed'
  return moment.getMomentType() === 'display' ? undefined : 'gone'
}

type OneTapState = 'off' | 'watching' | 'paused' | 'visible' | 'spent'

export interface OneTapDetector {
  /** Called when this browser has no account. A second call does nothing. */
  readonly start: () => void
  /** Called when an account has logged in. */
  readonly stop: () => void
  /** Called after a logout or on another route. The detector starts anew. */
  readonly restart: () => void
  /** Called on a mouse button, a touch or a click. */
  readonly noteActivity: () => void
  readonly noteHidden: (isHidden: boolean) => void
  /** Called when the user has dismissed the prompt or the browser has skipped it. */
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
 *                 │ ▲ └ a press restarts the 10 s
 *     tab hidden  ▼ │ tab visible, with the remaining time
 *                paused
 * From each state, stop leads to off, and restart to watching (paused while hidden). Both remove a visible prompt.
 * The prompt shows once until the route changes or an account logs out.
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
