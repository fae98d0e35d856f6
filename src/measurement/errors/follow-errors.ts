import { NO_SCREEN, reportClientError, type ClientError } from '#shared/api/client-error.ts'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import { onPageError, noteError, crashOf, type PageError } from '#src/reporting/errors.ts'
import { api } from '#src/hub-client/api.ts'
import { preferences } from '#src/store/preferences.ts'
import { MAX_ERROR_CHARS, MAX_REPORTS_PER_PAGE } from '#shared/domain/measurement-rules.ts'
import { withoutSecrets, wordsOf } from '#src/reporting/crash-details.ts'

/** Reports this page's errors to the server, if the user has consented. */
export function followErrors(): () => void {
  const note = (kind: 'promise' | 'script', error: unknown) => noteError({ kind, error, id: crashOf(error, Date.now()).id })
  const onError = ({ error, message }: ErrorEvent) => note('script', error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent) => note('promise', reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  const stop = onPageError(
    createErrorReporter({
      isAllowed: () => preferences.errorReports === 'granted',
      send: (report) => api.call(reportClientError, report),
      screen: currentPattern,
      version: __APP_VERSION__,
    }),
  )
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    stop()
  }
}

function currentPattern(): string {
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
export function createErrorReporter({ isAllowed, send, screen, version }: ErrorReporterDeps): (trouble: PageError) => void {
  const reported = new Set<string>()
  return function reportTrouble({ kind, id, error }) {
    const words = reportText(error)
    if (!isAllowed() || reported.has(words) || reported.size >= MAX_REPORTS_PER_PAGE) return
    reported.add(words)
    void send({ errorId: id, kind, words, screen: screen(), version }).catch(() => undefined)
  }
}

/** Matches quoted text of several words, because it may be the user's text. */
const QUOTED = /(["'`])(?=[^"'`\n]*\s)[^"'`\n]*\1/g

/** The text of an error without user text, addresses, tokens and names. */
export function reportText(error: unknown): string {
  return withoutSecrets(wordsOf(error)).replace(QUOTED, '…').replaceAll('\0', '').slice(0, MAX_ERROR_CHARS) || 'no words'
}
