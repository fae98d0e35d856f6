import { Suspense, useEffect, useState } from 'react'
import { useLocation, useCurrentScreen } from '#src/routing/routes.ts'
import { getOpening } from '#shared/api/operator.ts'
import { screenHead } from '#shared/domain/screens.ts'
import type { Result } from '#shared/result.ts'
import { FailedNote } from '#src/design/state-note.tsx'
import { loadFailureText, useText } from '#src/i18n/i18n.ts'
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

const checkOperator = () => api.call(getOpening, {})
const FIRST_SCREEN = '/operator/inbox'

/** The operator's console. The server first confirms that the user is an operator; other users do not load its code. */
export function OperatorPage() {
  const text = useText()
  const [operatorCheck, setOperatorCheck] = useState<Result<{ readonly email: string }>>()
  useEffect(() => void checkOperator().then(setOperatorCheck), [])
  const isBareAddress = useCurrentScreen() === 'operator'
  if (operatorCheck === undefined) return <ScreenPlaceholder />
  if (!operatorCheck.ok && operatorCheck.error.code === 'H4001') return <NotFoundPage />
  if (!operatorCheck.ok) {
    const retryProps = { retryLabel: text('history.retry'), onRetry: () => void checkOperator().then(setOperatorCheck) }
    return (
      <>
        <h1 className="visually-hidden">Kinora</h1>
        <FailedNote title={loadFailureText(operatorCheck.error)} {...retryProps} />
      </>
    )
  }
  if (isBareAddress) return <RedirectOnce to={FIRST_SCREEN} />
  return (
    <Suspense fallback={<ScreenPlaceholder />}>
      <OperatorConsole email={operatorCheck.value.email} />
      <ConsoleTitle />
    </Suspense>
  )
}

/** Sets the title of the console, because the table of screens has no title for it. */
function ConsoleTitle(): null {
  const text = useText()
  // This hook re-renders the component at each navigation, so that its effect replaces the "not found" title that `useScreenTitle` may set.
  useLocation()
  useEffect(() => {
    Object.assign(screenTitle, { name: text('operator.documentTitle'), head: screenHead(undefined), isItemAddress: false })
  })
  return null
}
