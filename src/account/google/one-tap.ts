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
  readonly getIdentityApi: () => Promise<Result<Pick<GoogleIdApi, 'prompt' | 'cancel'>, GoogleFailure>>
  readonly hasFedCm: () => boolean
  /** Opens a dialog with Google's button. False if the dialog would interrupt the user. */
  readonly openDialog: () => boolean
  readonly closeDialog: () => void
  /** Called when the prompt has closed or did not open. */
  readonly onGone: () => void
}

/** Shows the browser's sign-in prompt, or a dialog with Google's button if the browser has no prompt or does not display it. */
export function createOneTap({ getIdentityApi, hasFedCm, openDialog, closeDialog, onGone }: OneTapDeps): OneTap {
  let latestShow = 0
  let cancelPrompt: (() => void) | undefined

  function openDialogInstead(): void {
    if (!openDialog()) onGone()
  }

  return {
    async show() {
      const thisShow = (latestShow += 1)
      const identityResult = await getIdentityApi()
      if (thisShow !== latestShow) return
      if (!identityResult.ok) {
        console.warn(identityResult.error.text)
        onGone()
        return
      }
      if (!hasFedCm()) {
        openDialogInstead()
        return
      }
      cancelPrompt = () => identityResult.value.cancel()
      identityResult.value.prompt((moment) => {
        if (thisShow !== latestShow) return
        const promptEnd = readMoment(moment)
        if (promptEnd === 'not_displayed') openDialogInstead()
        if (promptEnd === 'gone') onGone()
      })
    },
    hide() {
      latestShow += 1
      cancelPrompt?.()
      cancelPrompt = undefined
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
  /** Called when the user presses a mouse button, touches the screen or clicks. */
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
  let remainingMs = ONE_TAP_INACTIVITY_MS
  let waitStartedMs = 0
  let timer = new AbortController()

  function resumeWait(): void {
    timer.abort()
    if (isHidden) {
      state = 'paused'
      return
    }
    state = 'watching'
    waitStartedMs = clock.nowMs()
    timer = new AbortController()
    void showAfter(remainingMs, timer.signal)
  }

  async function showAfter(ms: number, signal: AbortSignal): Promise<void> {
    await clock.sleep(ms, signal)
    if (signal.aborted) return
    state = 'visible'
    show()
  }

  function startWait(): void {
    remainingMs = ONE_TAP_INACTIVITY_MS
    resumeWait()
  }

  function stop(): void {
    timer.abort()
    const wasVisible = state === 'visible'
    state = 'off'
    if (wasVisible) hide()
  }

  function pause(): void {
    timer.abort()
    const passedMs = clock.nowMs() - waitStartedMs
    remainingMs = Math.min(Math.max(remainingMs - passedMs, 0), remainingMs)
    state = 'paused'
  }

  return {
    start() {
      if (state === 'off') startWait()
    },
    stop,
    restart() {
      stop()
      startWait()
    },
    noteActivity() {
      if (state === 'watching') startWait()
    },
    noteHidden(isHiddenNow) {
      isHidden = isHiddenNow
      if (isHiddenNow && state === 'watching') pause()
      if (!isHiddenNow && state === 'paused') resumeWait()
    },
    noteGone() {
      if (state === 'visible') state = 'spent'
    },
    state: () => state,
  }
}
