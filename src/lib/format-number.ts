/** Made with the first number: making one takes longer than many numbers. */
let wholeNumber: Intl.NumberFormat | undefined

export function formatNumber(value: number): string {
  wholeNumber ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
  return wholeNumber.format(value)
}
