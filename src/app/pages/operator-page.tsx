import { Suspense, useEffect, useState } from 'react'
import { useLocation, useCurrentScreen } from '#src/routing/routes.ts'
import { getOpening } from '#shared/api/operator.ts'
import { screenHead } from '#shared/domain/screens.ts'
import type { Result } from '#shared/result.ts'
import { FailedNote } from '#src/design/state-note.tsx'
import { errorText, useText } from '#src/i18n/i18n.ts'
import { RedirectOnce } from '#src/routing/shown-location.tsx'
import { api } from '#src/hub-client/api.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { ScreenPlaceholder } from '../navigation-mask.tsx'
import { screenTitle } from '../screen-title.ts'
import { NotFoundPage } from './not-found-page.tsx'

const OperatorConsole = lazyPart<{ readonly email: string }>(
  ['operator'],
  async () => (await import('#src/operator/console.tsx')).OperatorConsole,
)

const readOpening = () => api.call(getOpening, {})
const FIRST_SCREEN = '/operator/inbox'

/** The operator's console. The server confirms the permission first; other users load none of its code. */
export function OperatorPage() {
  const text = useText()
  const [opening, setOpening] = useState<Result<{ readonly email: string }>>()
  useEffect(() => void readOpening().then(setOpening), [])
  const isBare = useCurrentScreen() === 'operator'
  if (opening === undefined) return <ScreenPlaceholder />
  if (!opening.ok && opening.error.code === 'H4001') return <NotFoundPage />
  if (!opening.ok) {
    const retry = { retryLabel: text('history.retry'), onRetry: () => void readOpening().then(setOpening) }
    return (
      <>
        <h1 className="visually-hidden">Kinora</h1>
        <FailedNote title={errorText(opening.error.code)} {...retry} />
      </>
    )
  }
  if (isBare) return <RedirectOnce to={FIRST_SCREEN} />
  return (
    <Suspense fallback={<ScreenPlaceholder />}>
      <OperatorConsole email={opening.value.email} />
      <ConsoleTitle />
    </Suspense>
  )
}

/** The title of the screens' own table is that of a screen that is not found. */
function ConsoleTitle(): null {
  const text = useText()
  // At each of the console's addresses, the table sets its own title again.
  useLocation()
  useEffect(() => {
    Object.assign(screenTitle, { name: text('operator.documentTitle'), head: screenHead(undefined), isBelow: false })
  })
  return null
}
