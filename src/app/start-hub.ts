import { followLocations, askForWake, listenForWake } from '#src/browser/service-worker-messages.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { followFinishNotices } from '#src/creations/tasks/finish-notices.ts'
import { followSourcePictures } from '#src/creations/tasks/source-pictures.ts'
import { introduceVisitor } from '#src/hub-client/api.ts'
import { hubState, pageBuild, hubHealth } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { currentIdentity, identityReady } from '#src/hub-client/identity.ts'
import { followMembership } from '#src/billing/membership.ts'
import { storeNotice } from './notices/notices.ts'
import { nextTurn } from '#src/browser/after-paint.ts'
import { retryUntilSuccess } from '#src/browser/retry.ts'
import { followAccount } from '#src/account/session/follow-account.ts'
import { becomeAccount, clearUser } from '#src/account/session/session.ts'
import { followToasts } from '#src/design/follow-toasts.ts'
import { text } from '#src/i18n/i18n.ts'
import { rewriteAll } from '#src/routing/leave-guard.ts'
import { showToast } from '#src/design/toast.ts'
import { followIdentity } from './follow-identity.ts'
import { followLaunches } from './follow-launches.ts'
import { goUnlessPaying } from '#src/billing/checkout/checkout-state.ts'
import { preserveFocus, scrollFocusIntoView } from './preserve-focus.ts'
import { requiresSession } from './screen-access.ts'
import { offerInstall } from '#src/offline/install/offer-install.ts'
import { startUp } from './start-up.ts'
import { followTabBadge } from './tab-badge.ts'

/** How long the hub waits for a new visitor's registration, in ms. Without the registration, the hub's first call would be rejected. */
const LOGIN_HEAD_START_MS = 1500

/**
 * Starts everything on this page that follows the hub's state, and connects the page to the hub, with retries. Then starts the app's
 * other tasks.
 */
export async function startHub(): Promise<void> {
  followTabBadge()
  preserveFocus()
  scrollFocusIntoView()
  hub.subscribe((topic, state) => Object.assign(hubState, { [topic]: state }))
  await nextTurn()
  followSourcePictures()
  followFinishNotices()
  followToasts(storeNotice)
  followWakes()
  followClearing()
  offerInstall()
  await nextTurn()
  followLocations({ go: goUnlessPaying, worker: navigator.serviceWorker, pathname: () => location.pathname })
  followLaunches(goUnlessPaying)
  await nextTurn()
  await retryUntilSuccess(identityReady)
  followIdentity()
  followAccount({ becomeAccount, clearUser })
  followMembership()
  const registration = requiresSession(location.pathname) ? introduceVisitor() : Promise.resolve()
  await Promise.race([registration, new Promise((resolve) => setTimeout(resolve, LOGIN_HEAD_START_MS))])
  try {
    await hub.start({
      identity: currentIdentity,
      onOutdated: () => Object.assign(pageBuild, { isOutdated: true }),
      onAnswering: (isAnswering) => Object.assign(hubHealth, { isSilent: !isAnswering }),
    })
  } catch (error) {
    console.warn('The hub has not started yet.', error)
    await retryUntilSuccess(() => hub.api.resume())
  }
  await startUp(location.pathname)
}

/**
 * The pause before this page's data is saved a second time after the user has cleared the site's data, in ms. Browsers clear databases one
 * after the other, and may clear data that was saved the first time.
 */
const SECOND_REWRITE_AFTER_MS = 2000

/** If the user clears the site's data while the app is open, saves this page's data again and shows a toast. */
function followClearing(): void {
  // Data that was cleared before this page was opened is ignored.
  let reportedAtMs = Date.now()
  subscribeKeys(hubState, ['storage'], () => {
    const { clearedAtMs = 0 } = hubState.storage
    if (clearedAtMs <= reportedAtMs) return
    reportedAtMs = clearedAtMs
    void rewriteAll().then(() => setTimeout(() => void rewriteAll(), SECOND_REWRITE_AFTER_MS))
    void showToast({ id: 'storage-cleared', color: 'info', title: text('state.storageCleared') })
  })
}

/** Asks the browser for a sync event when work waits for the network. When that event is fired, the hub sends the work. */
function followWakes(): void {
  let hasAsked = false
  listenForWake(() => void hub.api.wake())
  subscribeKeys(hubState, ['work', 'connection'], () => {
    const { work, connection } = hubState
    const isWaiting = !connection.isOnline && (work.outbox.length > 0 || work.mutations.length > 0)
    if (isWaiting && !hasAsked) void askForWake()
    hasAsked = isWaiting
  })
}
