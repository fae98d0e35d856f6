import { proxy } from '#src/store/state.ts'
import { regionOf } from '#shared/domain/choose-currency.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, writeLocal } from '#src/store/local-values.ts'

const CURRENCY_CODE = /^[A-Z]{3}$/
const DEFAULT_REGION = 'US'

/** The currency that the user has chosen on this device. Undefined: the server chooses the currency by the user's region. */
export const currencyState = proxy<{ chosenCode: string | undefined }>({ chosenCode: readChosenCode() })

function readChosenCode(): string | undefined {
  const storedCode = readLocal(LOCAL_KEYS.currency) ?? ''
  return CURRENCY_CODE.test(storedCode) ? storedCode : undefined
}

/** Stores the chosen currency on this device. The catalogue is then loaded in this currency. */
export function storeCurrency(code: string): void {
  writeLocal(LOCAL_KEYS.currency, code)
  currencyState.chosenCode = code
}

/** Applies a currency that the user has chosen in another tab. */
export function followCurrencyOfTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === LOCAL_KEYS.currency) currencyState.chosenCode = readChosenCode()
  })
}

/** The inputs from which the server determines the currency of prices. */
export function currencyFacts(chosenCode = currencyState.chosenCode) {
  const clientCountryCode = regionOf(navigator.languages) ?? DEFAULT_REGION
  return { clientCountryCode, ...(chosenCode === undefined ? {} : { currencyCode: chosenCode }) }
}
