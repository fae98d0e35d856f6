import { api } from '#src/lib/api.ts'
import { text } from '#src/lib/i18n.ts'
import { showToast } from '#src/ui/toast.ts'
import { can } from '#shared/platform/capabilities.ts'
import { failureText } from './google-failures.ts'
import { createGoogleId } from './google-id.ts'
import type { GoogleLoginDeps } from './google-login.ts'
import { createGoogleLogin } from './google-login.ts'
import type { GoogleSettings } from './google-settings.ts'
import { createOneTapDetector } from './one-tap-detector.ts'
import type { OneTapDetector } from './one-tap-detector.ts'
import { createOneTap } from './one-tap.ts'
import { systemClock } from '#shared/browser/clock.ts'
import { pageGis } from './page-gis.ts'
import { watchActivity } from './watch-activity.ts'

const BUTTON_PREFIX = 'btn'

/** Puts the parts together for this page; the caller says who is logged in and where. */
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
    const [{ openGoogleDialog }, id] = await Promise.all([import('./open-google-dialog.tsx'), getId()])
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

/** A dialog would take the focus from somebody who writes, and stand before one that is open. */
function isInTheWay(): boolean {
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches('input, textarea, [contenteditable]') === true
}
