import { hubState, subscribe } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { text } from '#src/i18n/i18n.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { subjectInView, followSubjectInView } from '#src/design/subject-in-view.ts'
import { showToast } from '#src/design/toast.ts'
import { installApp, installState } from './install-app.ts'

/**
 * Offers once per device to install the app, after its first finished video was announced. The offer waits while the screen shows a
 * commit. Rule: docs/offline.md, "Installing".
 */
export function offerInstall(notify = showToast): () => void {
  const offerIfDue = () => {
    if (installState.method === 'none' || preferences.installOffer === 'made' || document.visibilityState !== 'visible') return
    if (subjectInView() !== null) return
    if (!hubState.work.finished.some(({ status, announcedBy }) => status === 'SUCCESS' && announcedBy !== null)) return
    setPreference('installOffer', 'made')
    void notify({
      id: 'install',
      color: 'info',
      durationMs: Number.POSITIVE_INFINITY,
      title: text('install.offer'),
      description: text('install.offerHint'),
      action: { label: text('install.do'), run: () => void installApp() },
    })
  }
  const stops = [subscribeKeys(hubState, ['work'], offerIfDue), subscribe(installState, offerIfDue), followSubjectInView(offerIfDue)]
  document.addEventListener('visibilitychange', offerIfDue)
  offerIfDue()
  return () => {
    document.removeEventListener('visibilitychange', offerIfDue)
    for (const stop of stops) stop()
  }
}
