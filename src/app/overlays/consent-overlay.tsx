import type { ReactElement } from 'react'
import { Suspense } from 'react'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import { consentQuestion } from '#src/measurement/consent-question.ts'
import { useCurrentScreen } from '#src/platform/screen-location.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import { useSnapshot } from '#src/platform/state.ts'

const ConsentBanner = lazyPart(['consent'], async () => (await import('#src/measurement/consent-banner.tsx')).ConsentBanner)

/** Screens to look around in. Where somebody fills a form, chooses videos or pays, nothing is asked. */
const CALM_SCREENS: ReadonlySet<RouteName> = new Set<RouteName>([
  'landing',
  'index',
  'home',
  'explore',
  'effects',
  'support',
  'resource',
  'resourceDetail',
])

/** The one place where it is asked whether something may be told. */
export function ConsentHost(): ReactElement | null {
  const screen = useCurrentScreen()
  const { isOpen } = useSnapshot(consentQuestion)
  if (!isOpen || screen === undefined || !CALM_SCREENS.has(screen)) return null
  return (
    <Suspense>
      <ConsentBanner />
    </Suspense>
  )
}
