const CENTS_PER_UNIT = 100

/** 999 and 'USD' as '$9.99', with a real minus sign; an unknown currency code follows the number. */
export function formatMoney(cents: number, currencyCode: string): string {
  return inCurrency(cents, currencyCode).replace('-', '−')
}

function inCurrency(cents: number, currencyCode: string): string {
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency: currencyCode }).format(cents / CENTS_PER_UNIT)
  } catch {
    return `${(cents / CENTS_PER_UNIT).toFixed(2)} ${currencyCode}`.trim()
  }
}
