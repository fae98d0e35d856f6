import { type GoogleSettings, type GisLoader, type GoogleIdApi, pageGis } from './google-services.ts'
import { type OneTapDetector, createOneTapDetector, createOneTap } from './one-tap.ts'
import { api } from '#src/hub-client/api.ts'
import { text } from '#src/i18n/i18n.ts'
import { showToast } from '#src/design/toast.ts'
import { can } from '#shared/browser/capabilities.ts'
import { systemClock } from '#shared/clock.ts'
import { type Result, ok } from '#shared/result.ts'
import { type GoogleFailure, type GoogleLoginDeps, failureText, createGoogleLogin } from './google-login.ts'

const PRESSES = ['mousedown', 'touchstart', 'click'] as const
const BUTTON_PREFIX = 'btn'

/** Connects Google One Tap to the events of this page. */
export function offerOneTap(
  { clientId, gisSrc }: GoogleSettings,
  outcome: Pick<GoogleLoginDeps, 'onLoggedIn' | 'onRefused'>,
): Pick<OneTapDetector, 'start' | 'stop' | 'restart'> {
  const login = createGoogleLogin({ api, failedText: () => text('auth.googleLoginFailed'), ...outcome })
  const getId = createGoogleId({ gis: pageGis(gisSrc), clientId, onCredential: (response) => void logIn(response) })
  let closeDialog = () => {}

  async function logIn({ credential, select_by }: google.accounts.id.CredentialResponse): Promise<void> {
    const done = await login.byCredential(credential, select_by.startsWith(BUTTON_PREFIX) ? 'google' : 'one_tap')
    if (!done.ok) await showToast({ id: 'google', color: 'error', title: failureText(done.error) }, 'money')
  }

  async function openDialog(): Promise<void> {
    const [{ openGoogleDialog }, id] = await Promise.all([import('./google-dialog.tsx'), getId()])
    if (detector.state() === 'visible' && id.ok) closeDialog = openGoogleDialog(id.value, detector.noteGone)
  }

  const oneTap = createOneTap({
    getId,
    hasFedCm: () => can('fedCm'),
    openDialog() {
      if (isInTheWay()) return false
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
function isInTheWay(): boolean {
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches('input, textarea, [contenteditable]') === true
}

/** Reports the user's presses and the tab's visibility to the detector. */
function watchActivity({ noteActivity, noteHidden }: Pick<OneTapDetector, 'noteActivity' | 'noteHidden'>): void {
  for (const press of PRESSES) addEventListener(press, noteActivity, { capture: true, passive: true })
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
    const loaded = await gis.id()
    if (!loaded.ok || api !== undefined) return api === undefined ? loaded : ok(api)
    loaded.value.initialize({ client_id: clientId, callback: onCredential, use_fedcm_for_prompt: true, itp_support: true })
    api = loaded.value
    return ok(api)
  }
}
