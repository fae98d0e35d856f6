import { NO_SCREEN, reportClientError, type ClientError } from '#shared/api/client-error.ts'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import { onPageError, noteError, crashOf, type PageError } from '#src/reporting/errors.ts'
import { api } from '#src/hub-client/api.ts'
import { preferences } from '#src/store/preferences.ts'
import { MAX_ERROR_CHARS, MAX_REPORTS_PER_PAGE } from '#shared/domain/measurement-rules.ts'
import { withoutSecrets, wordsOf } from '#src/reporting/crash-details.ts'

/** Reports this page's errors to the server, if the user has consented. */
export function followErrors(): () => void {
  const notePageError = (kind: 'promise' | 'script', error: unknown) => noteError({ kind, error, id: crashOf(error, Date.now()).id })
  const onError = ({ error, message }: ErrorEvent) => notePageError('script', error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent) => notePageError('promise', reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  const stop = onPageError(
    createErrorReporter({
      isAllowed: () => preferences.errorReports === 'granted',
      send: (report) => api.call(reportClientError, report),
      screen: currentRoutePattern,
      version: __APP_VERSION__,
    }),
  )
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    stop()
  }
}

function currentRoutePattern(): string {
  const name = matchRoute(location.pathname)
  return name === undefined ? NO_SCREEN : ROUTES[name]
}

interface ErrorReporterDeps {
  readonly isAllowed: () => boolean
  readonly send: (report: ClientError) => Promise<unknown>
  /** Returns the route pattern of the current screen. */
  readonly screen: () => string
  readonly version: string
}

/**
 * Reports each error once, if the user has consented. A report that can't be sent is dropped.
 * Rule: docs/platform.md, "Observability".
 */
export function createErrorReporter({ isAllowed, send, screen, version }: ErrorReporterDeps): (pageError: PageError) => void {
  const reportedTexts = new Set<string>()
  return function reportError({ kind, id, error }) {
    const errorText = reportText(error)
    if (!isAllowed() || reportedTexts.has(errorText) || reportedTexts.size >= MAX_REPORTS_PER_PAGE) return
    reportedTexts.add(errorText)
    void send({ errorId: id, kind, words: errorText, screen: screen(), version }).catch(() => undefined)
  }
}

/** Matches quoted text of several words, because it may be the user's text. */
const QUOTED_TEXT = /(["'`])(?=[^"'`\n]*\s)[^"'`\n]*\1/g

/** The text of an error without user text, addresses, tokens and names. */
export function reportText(error: unknown): string {
  return withoutSecrets(wordsOf(error)).replace(QUOTED_TEXT, '…').replaceAll('\0', '').slice(0, MAX_ERROR_CHARS) || 'no words'
}
