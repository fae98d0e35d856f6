const MAX_CODES = 5
const codes: string[] = []

/** Stores the codes of the last failed calls, for support requests. */
export function noteCode(code: string): void {
  codes.push(code)
  if (codes.length > MAX_CODES) codes.shift()
}

/** The codes of the last failed calls, newest last. */
export function lastCodes(): readonly string[] {
  return codes
}
