/** Below it a whole number is written the same with a formatter, which takes up to a tenth of a second to make. */
const FIRST_GROUPED = 1000

let wholeNumber: Intl.NumberFormat | undefined

export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < FIRST_GROUPED && !Object.is(value, -0)) return String(value)
  wholeNumber ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
  return wholeNumber.format(value)
}
