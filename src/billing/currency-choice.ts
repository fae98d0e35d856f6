import { proxy } from '#src/store/state.ts'
import { regionOf } from '#shared/domain/choose-currency.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, writeLocal } from '#src/store/local-values.ts'

const CODE = /^[A-Z]{3}$/
const DEFAULT_REGION = 'US'

/** The currency that somebody has chosen on this device; undefined where the server decides by region. */
export const currencyState = proxy<{ chosen: string | undefined }>({ chosen: readChoice() })

function readChoice(): string | undefined {
  const stored = readLocal(LOCAL_KEYS.currency) ?? ''
  return CODE.test(stored) ? stored : undefined
}

/** Keeps the choice on this device; the catalogue follows it. */
export function keepCurrency(code: string): void {
  writeLocal(LOCAL_KEYS.currency, code)
  currencyState.chosen = code
}

/** Takes over what another tab has chosen. */
export function followCurrencyOfTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === LOCAL_KEYS.currency) currencyState.chosen = readChoice()
  })
}

/** What the server chooses the currency of prices by. */
export function currencyFacts(chosen = currencyState.chosen) {
  const clientCountryCode = regionOf(navigator.languages) ?? DEFAULT_REGION
  return { clientCountryCode, ...(chosen === undefined ? {} : { currencyCode: chosen }) }
}
