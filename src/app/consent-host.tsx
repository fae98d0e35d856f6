import type { ReactElement } from 'react'
import { Suspense } from 'react'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import { consentQuestion } from '#src/features/analytics/consent-question.ts'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { useSnapshot } from '#src/lib/state.ts'

const ConsentBanner = lazyPart(['consent'], async () => (await import('#src/features/analytics/consent-banner.tsx')).ConsentBanner)

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
