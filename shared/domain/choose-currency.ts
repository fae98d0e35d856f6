import { BASE_CURRENCY } from './sku-rules.ts'

/** The countries of each currency, by ISO 3166 and CLDR. A currency without an entry is shown only to users that choose it. */
export const COUNTRIES_OF_CURRENCY: Readonly<Record<string, string>> = {
  AED: 'AE',
  ARS: 'AR',
  AUD: 'AU CC CX KI NF NR TV',
  BDT: 'BD',
  BHD: 'BH',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CRC: 'CR',
  CZK: 'CZ',
  DKK: 'DK FO GL',
  DOP: 'DO',
  DZD: 'DZ',
  EGP: 'EG',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GB GG GS IM JE',
  GEL: 'GE',
  GTQ: 'GT',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL PS',
  INR: 'IN',
  ISK: 'IS',
  JOD: 'JO',
  JPY: 'JP',
  KES: 'KE',
  KRW: 'KR',
  KWD: 'KW',
  KZT: 'KZ',
  LKR: 'LK',
  MAD: 'EH MA',
  MXN: 'MX',
  MYR: 'MY',
  NGN: 'NG',
  NOK: 'BV NO SJ',
  NZD: 'CK NU NZ PN TK',
  OMR: 'OM',
  PEN: 'PE',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  PYG: 'PY',
  QAR: 'QA',
  RON: 'RO',
  RSD: 'RS',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TND: 'TN',
  TRY: 'TR',
  TWD: 'TW',
  UAH: 'UA',
  UGX: 'UG',
  UYU: 'UY',
  VND: 'VN',
  XAF: 'CF CG CM GA GQ TD',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
  ZAR: 'ZA',
}

interface CurrencyFacts {
  readonly chosen?: string | undefined
  /** ISO 3166 codes of the billing details and of the browser's language. */
  readonly billingCountry?: string | undefined
  readonly region?: string | undefined
}

/**
 * The configured currency for prices: the user's choice, otherwise by the country of the billing details, otherwise by the browser's
 * region, otherwise dollars. Rule: docs/billing.md, "Currencies".
 */
export function chooseCurrency(configured: readonly string[], { chosen, billingCountry, region }: CurrencyFacts): string {
  if (chosen !== undefined && configured.includes(chosen)) return chosen
  const country = billingCountry ?? region
  const regionalCurrency = configured.find((code) => country !== undefined && COUNTRIES_OF_CURRENCY[code]?.split(' ').includes(country))
  return regionalCurrency ?? BASE_CURRENCY
}

/** The country of billing details: the last line of the address, by English name or code, otherwise the first letters of the tax number. */
export function countryOfBilling(details: { readonly address: string; readonly taxNumber: string }): string | undefined {
  const [address, taxNumber] = [details.address.normalize('NFKC'), details.taxNumber.normalize('NFKC')]
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const codes = ['US', ...Object.values(COUNTRIES_OF_CURRENCY).flatMap((list) => list.split(' '))]
  const lastLine = address.trim().split('\n').at(-1)?.trim().toLowerCase() ?? ''
  const namedCountry = codes.find((code) => lastLine === code.toLowerCase() || lastLine === names.of(code)?.toLowerCase())
  if (namedCountry !== undefined) return namedCountry
  const prefix = /^(CHE|[A-Z]{2})[- ]?[\dA-Z]{2,}/i.exec(taxNumber.trim())?.[1]?.toUpperCase() ?? ''
  const country = TAX_PREFIXES[prefix] ?? prefix
  return codes.includes(country) && (taxNumber.match(/\d/g) ?? []).length >= MIN_TAX_DIGITS ? country : undefined
}

/** A text with fewer digits is a word, not a tax number. */
const MIN_TAX_DIGITS = 5
/** Prefixes of tax numbers that differ from the country's code. */
const TAX_PREFIXES: Readonly<Record<string, string>> = { CHE: 'CH', EL: 'GR', XI: 'GB' }

/**
 * The region of the first language that has a region, otherwise the likely region of the first language: 'de-AT' is Austria, 'ja' Japan.
 */
export function regionOf(languages: readonly string[]): string | undefined {
  const locales = languages.flatMap((language) => localeOf(language) ?? [])
  const region = locales.find((locale) => locale.region !== undefined)?.region ?? locales[0]?.maximize().region
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined
}

function localeOf(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language)
  } catch {
    return undefined
  }
}
