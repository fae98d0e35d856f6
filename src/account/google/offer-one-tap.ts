import { type GoogleSettings, type GisLoader, type GoogleIdApi, getGisLoader } from './google-services.ts'
import { type OneTapDetector, createOneTapDetector, createOneTap } from './one-tap.ts'
import { api } from '#src/hub-client/api.ts'
import { text } from '#src/i18n/i18n.ts'
import { showToast } from '#src/design/toast.ts'
import { can } from '#shared/browser/capabilities.ts'
import { systemClock } from '#shared/clock.ts'
import { type Result, ok } from '#shared/result.ts'
import { type GoogleFailure, type GoogleLoginDeps, failureText, createGoogleLogin } from './google-login.ts'

const PRESS_EVENTS = ['mousedown', 'touchstart', 'click'] as const
const BUTTON_PREFIX = 'btn'

/** Connects Google One Tap to the events of this page. */
export function offerOneTap(
  { clientId, gisSrc }: GoogleSettings,
  callbacks: Pick<GoogleLoginDeps, 'onLoggedIn' | 'onRefused'>,
): Pick<OneTapDetector, 'start' | 'stop' | 'restart'> {
  const googleLogin = createGoogleLogin({ api, failedText: () => text('auth.googleLoginFailed'), ...callbacks })
  const getIdentityApi = createGoogleId({ gis: getGisLoader(gisSrc), clientId, onCredential: (response) => void logIn(response) })
  let closeDialog = () => {}

  async function logIn({ credential, select_by }: google.accounts.id.CredentialResponse): Promise<void> {
    const result = await googleLogin.byCredential(credential, select_by.startsWith(BUTTON_PREFIX) ? 'google' : 'one_tap')
    if (!result.ok) await showToast({ id: 'google', color: 'error', title: failureText(result.error) }, 'money')
  }

  async function openDialog(): Promise<void> {
    const [{ openGoogleDialog }, identityResult] = await Promise.all([import('./google-dialog.tsx'), getIdentityApi()])
    if (detector.state() === 'visible' && identityResult.ok) closeDialog = openGoogleDialog(identityResult.value, detector.noteGone)
  }

  const oneTap = createOneTap({
    getIdentityApi,
    hasFedCm: () => can('fedCm'),
    openDialog() {
      if (wouldDisturb()) return false
      void openDialog().catch(detector.noteGone)
      return true
    },
    closeDialog: () => closeDialog(),
    onGone: () => detector.noteGone(),
  })
  const detector = createOneTapDetector({ clock: systemClock, show: () => void oneTap.show(), hide: oneTap.hide })
  watchActivity(detector)
  return detector
}

/** Whether a dialog would disturb the user: another dialog is open, or the user is typing. */
function wouldDisturb(): boolean {
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches('input, textarea, [contenteditable]') === true
}

/** Reports the user's presses and the tab's visibility to the detector. */
function watchActivity({ noteActivity, noteHidden }: Pick<OneTapDetector, 'noteActivity' | 'noteHidden'>): void {
  for (const eventName of PRESS_EVENTS) addEventListener(eventName, noteActivity, { capture: true, passive: true })
  const reportVisibility = () => noteHidden(document.visibilityState === 'hidden')
  document.addEventListener('visibilitychange', reportVisibility)
  reportVisibility()
}

interface GoogleIdDeps {
  readonly gis: Pick<GisLoader, 'id'>
  readonly clientId: string
  readonly onCredential: (response: google.accounts.id.CredentialResponse) => void
}

/** Initialises Google's identity client once. A second initialisation would replace the first. */
export function createGoogleId({ gis, clientId, onCredential }: GoogleIdDeps): () => Promise<Result<GoogleIdApi, GoogleFailure>> {
  let api: GoogleIdApi | undefined
  return async () => {
    if (api !== undefined) return ok(api)
    const answer = await gis.id()
    if (!answer.ok || api !== undefined) return api === undefined ? answer : ok(api)
    answer.value.initialize({ client_id: clientId, callback: onCredential, use_fedcm_for_prompt: true, itp_support: true })
    api = answer.value
    return ok(api)
  }
}
