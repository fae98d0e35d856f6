const MAX_CODES = 5
const codes: string[] = []

/** Stores the last codes of failed calls for support requests. */
export function noteCode(code: string): void {
  codes.push(code)
  if (codes.length > MAX_CODES) codes.shift()
}

/** The newest last. */
export function lastCodes(): readonly string[] {
  return codes
}
