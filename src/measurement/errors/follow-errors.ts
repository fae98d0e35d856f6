import { NO_SCREEN, reportClientError } from '#shared/api/client-error.ts'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import { onWorkerError, onPageError, noteError, crashOf } from '#src/platform/errors.ts'
import { api } from '#src/platform/api.ts'
import { createErrorReporter } from './error-reporter.ts'
import { preferences } from '#src/platform/preferences.ts'

/** Reports this page's errors to the server, with consent. */
export function followErrors(): () => void {
  const note = (kind: 'promise' | 'script' | 'worker', error: unknown) => noteError({ kind, error, id: crashOf(error, Date.now()).id })
  const onError = ({ error, message }: ErrorEvent) => note('script', error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent) => note('promise', reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  const stops = [
    onWorkerError((error) => note('worker', error)),
    onPageError(
      createErrorReporter({
        isAllowed: () => preferences.errorReports === 'granted',
        send: (report) => api.call(reportClientError, report),
        screen: currentPattern,
        version: __APP_VERSION__,
      }),
    ),
  ]
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    for (const stop of stops) stop()
  }
}

function currentPattern(): string {
  const name = matchRoute(location.pathname)
  return name === undefined ? NO_SCREEN : ROUTES[name]
}
