/** Smaller integers need no formatter, whose creation takes up to 0.1 s. */
const FIRST_GROUPED = 1000

let wholeNumber: Intl.NumberFormat | undefined

export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < FIRST_GROUPED && !Object.is(value, -0)) return String(value)
  wholeNumber ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
  return wholeNumber.format(value)
}
