import type { enterAs } from '#src/account/session/session.ts'
import type { askSecondFactor } from '#src/account/sign-in/sign-in-draft.ts'
import type { endRefusedSession } from '#src/account/session/refused-sign-in.ts'
import type { offerOneTap } from '#src/account/google/offer-one-tap.ts'
import { loadGoogleSettings } from '#src/account/google/google-services.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { screenPath } from '#src/routing/routes.ts'
import { requiresSession } from './screen-access.ts'

/** The events of navigations. wouter dispatches the first two events for its own navigations. */
const ROUTE_EVENTS = ['pushState', 'replaceState', 'popstate'] as const

interface GoogleDeps {
  readonly loadSettings: typeof loadGoogleSettings
  readonly loadOneTap: () => Promise<{
    readonly offerOneTap: typeof offerOneTap
    readonly enterAs: typeof enterAs
    readonly endRefusedSession: typeof endRefusedSession
    readonly askSecondFactor: typeof askSecondFactor
  }>
}

const PAGE_DEPS: GoogleDeps = {
  loadSettings: loadGoogleSettings,
  async loadOneTap() {
    const [{ offerOneTap }, { enterAs }, { endRefusedSession }, { askSecondFactor }] = await Promise.all([
      import('#src/account/google/offer-one-tap.ts'),
      import('#src/account/session/session.ts'),
      import('#src/account/session/refused-sign-in.ts'),
      import('#src/account/sign-in/sign-in-draft.ts'),
    ])
    return { offerOneTap, enterAs, endRefusedSession, askSecondFactor }
  },
}

/** Offers Google One Tap to visitors, if the server has the sign-in with Google. Follows login, logout and navigation. */
export async function startGoogle({ loadSettings, loadOneTap }: GoogleDeps = PAGE_DEPS): Promise<() => void> {
  const settings = await loadSettings()
  if (settings === null) return () => {}
  const { offerOneTap, enterAs, endRefusedSession, askSecondFactor } = await loadOneTap()
  const onRefused: typeof endRefusedSession = async (code, how) =>
    code === 'SECOND_FACTOR_NEEDED' ? askSecondFactor() : endRefusedSession(code, how)
  const oneTap = offerOneTap(settings, { onLoggedIn: enterAs, onRefused })
  let path = screenPath()
  const updateOneTap = () => {
    if (mayOfferOneTap()) oneTap.start()
    else oneTap.stop()
  }
  const followRoute = () => {
    if (screenPath() === path) return
    path = screenPath()
    if (mayOfferOneTap()) oneTap.restart()
    else oneTap.stop()
  }
  const abortController = new AbortController()
  for (const name of ROUTE_EVENTS) addEventListener(name, followRoute, { signal: abortController.signal })
  const stopFollowing = subscribeKeys(hubState, ['identity'], updateOneTap)
  updateOneTap()
  return () => {
    abortController.abort()
    stopFollowing()
  }
}

function mayOfferOneTap(): boolean {
  return hubState.identity?.businessUserId === '' && requiresSession(screenPath())
}
