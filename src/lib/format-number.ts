const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export function formatNumber(value: number): string {
  return wholeNumber.format(value)
}
