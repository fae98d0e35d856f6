import { regionOf } from '#shared/domain/currency-choice.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, writeLocal } from '#src/platform/local-values.ts'
import { proxy } from '#src/platform/state.ts'

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

export function browserRegion(): string {
  return regionOf(navigator.languages) ?? DEFAULT_REGION
}
