/** SQLSTATE: the connection broke, the server is shutting down or starting, or has no place left. */
const AWAY_STATE = /^(?:08|57P|53300$)/
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** The driver gives these no code. */
const AWAY_TEXT = /Connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/

/** Whether a failure says only that the database does not answer at the moment, and nothing about what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  if (typeof code === 'string' && (AWAY_CODES.has(code) || AWAY_STATE.test(code))) return true
  return AWAY_TEXT.test(error.message) || isDatabaseAway(cause)
}
