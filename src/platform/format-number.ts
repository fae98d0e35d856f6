/** Whole numbers need no formatter, whose creation blocks a slow page for up to 0.1 s. */
const GROUP_STARTS = /\B(?=(?:\d{3})+$)/g

let wholeNumber: Intl.NumberFormat | undefined

export function formatNumber(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value).replace(GROUP_STARTS, ',')
  wholeNumber ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
  return wholeNumber.format(value)
}
