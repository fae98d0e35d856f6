import { crashOf, noteError } from '#src/reporting/errors.ts'

const idsByMessage = new Map<string, string>()

/**
 * Reports the render error of a row and returns its id. Each message is reported once, because a list may have the same error in
 * each row and after each load.
 */
export function reportRowError(error: unknown): string {
  const message = String(error)
  const reportedId = idsByMessage.get(message)
  if (reportedId !== undefined) return reportedId
  const { id } = crashOf(error, Date.now())
  idsByMessage.set(message, id)
  console.error(`A row failed to render, error ${id}.`, error)
  noteError({ kind: 'drawing', id, error })
  return id
}
