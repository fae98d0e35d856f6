import type { ClientError } from '#shared/api/client-error.ts'
import type { PageError } from '#src/platform/errors.ts'
import { MAX_ERROR_CHARS, MAX_REPORTS_PER_PAGE } from '#shared/domain/measurement-rules.ts'
import { withoutSecrets, wordsOf } from '#src/platform/crash-details.ts'

export interface ErrorReporterDeps {
  /** The current consent. */
  readonly isAllowed: () => boolean
  readonly send: (report: ClientError) => Promise<unknown>
  /** The pattern of the screen. */
  readonly screen: () => string
  readonly version: string
}

/** Several words between quotes may be user text. */
const QUOTED = /(["'`])(?=[^"'`\n]*\s)[^"'`\n]*\1/g

/** Reports each error once, with consent; a report that cannot be sent is dropped. Rule: docs/platform.md, "Observability". */
export function createErrorReporter({ isAllowed, send, screen, version }: ErrorReporterDeps): (trouble: PageError) => void {
  const told = new Set<string>()
  return function reportTrouble({ kind, id, error }) {
    const words = reportText(error)
    if (!isAllowed() || told.has(words) || told.size >= MAX_REPORTS_PER_PAGE) return
    told.add(words)
    void send({ errorId: id, kind, words, screen: screen(), version }).catch(() => undefined)
  }
}

/** The report of an error, without user text, addresses, tokens and names. */
export function reportText(error: unknown): string {
  return withoutSecrets(wordsOf(error)).replace(QUOTED, '…').replaceAll('\0', '').slice(0, MAX_ERROR_CHARS) || 'no words'
}
