import { proxy } from '#src/store/state.ts'
import { regionOf } from '#shared/domain/choose-currency.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, writeLocal } from '#src/store/local-values.ts'

const CODE = /^[A-Z]{3}$/
const DEFAULT_REGION = 'US'

/** The currency that the user has chosen on this device. If it is undefined, the server decides by the region. */
export const currencyState = proxy<{ chosen: string | undefined }>({ chosen: readChoice() })

function readChoice(): string | undefined {
  const stored = readLocal(LOCAL_KEYS.currency) ?? ''
  return CODE.test(stored) ? stored : undefined
}

/** Stores the chosen currency on this device. The catalogue is then loaded in this currency. */
export function storeCurrency(code: string): void {
  writeLocal(LOCAL_KEYS.currency, code)
  currencyState.chosen = code
}

/** Applies a currency that the user has chosen in another tab. */
export function followCurrencyOfTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === LOCAL_KEYS.currency) currencyState.chosen = readChoice()
  })
}

/** The inputs from which the server determines the currency of prices. */
export function currencyFacts(chosen = currencyState.chosen) {
  const clientCountryCode = regionOf(navigator.languages) ?? DEFAULT_REGION
  return { clientCountryCode, ...(chosen === undefined ? {} : { currencyCode: chosen }) }
}
