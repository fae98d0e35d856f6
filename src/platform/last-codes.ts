const MAX_CODES = 5
const codes: string[] = []

/** Remembers the last codes of failed calls, for who is asked for help. */
export function noteCode(code: string): void {
  codes.push(code)
  if (codes.length > MAX_CODES) codes.shift()
}

/** The newest last. */
export function lastCodes(): readonly string[] {
  return codes
}
