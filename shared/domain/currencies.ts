const CODES_BY_DIGITS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
} as const
const DEFAULT_DIGITS = 2

/** The number of decimals of a currency, by ISO 4217. Not from Intl, because browsers disagree on some currencies. */
export function minorDigits(currencyCode: string): number {
  const digitsEntry = Object.entries(CODES_BY_DIGITS).find(([, codes]) => codes.split(' ').includes(currencyCode))
  return digitsEntry === undefined ? DEFAULT_DIGITS : Number(digitsEntry[0])
}

/** Minor units as a decimal: 999 is '9.99' in USD, '999' in JPY and '0.999' in KWD. Requires 0 or more. */
export function decimalText(minor: number, currencyCode: string): string {
  const digits = minorDigits(currencyCode)
  if (digits === 0) return String(minor)
  const text = String(minor).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

// A formatter is created on its first use, because creating formatters at the start would block the page on a slow device.
const formatters = new Map<string, Intl.NumberFormat>()

/** Minor units of a currency: 999 as '$9.99', '¥999' or '€9.99', with a real minus sign. An unknown currency code follows the number. */
export function formatMoney(minor: number, currencyCode: string): string {
  return `${minor < 0 ? '−' : ''}${formatAmount(Math.abs(minor), currencyCode)}`
}

const GROUP_STARTS = /\B(?=(?:\d{3})+\.)/g

function formatAmount(minor: number, currencyCode: string): string {
  // Dollars are formatted without a formatter, because most users pay in dollars and creating a formatter blocks the page on a slow device.
  if (currencyCode === 'USD') return `$${decimalText(minor, currencyCode).replace(GROUP_STARTS, ',')}`
  const digits = minorDigits(currencyCode)
  try {
    const cachedFormatter = formatters.get(currencyCode)
    const formatOptions = {
      style: 'currency',
      currency: currencyCode,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const
    const formatter = cachedFormatter ?? new Intl.NumberFormat('en-US', formatOptions)
    formatters.set(currencyCode, formatter)
    return formatter.format(minor / 10 ** digits)
  } catch {
    return `${decimalText(minor, currencyCode)} ${currencyCode}`.trim()
  }
}

/** 'EUR' as 'Euro'; an unknown code stays unchanged. */
export function currencyName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code
  } catch {
    return code
  }
}
