import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decimalText, formatMoney, minorDigits } from '#shared/domain/currencies.ts'
import { COUNTRIES_OF_CURRENCY, chooseCurrency, countryOfBilling, regionOf } from '#shared/domain/choose-currency.ts'

describe('money', () => {
  it('has the decimals of ISO 4217, in any browser', () => {
    expect(['USD', 'EUR', 'JPY', 'KRW', 'ISK', 'KWD', 'RSD', 'CLF'].map(minorDigits)).toEqual([2, 2, 0, 0, 0, 3, 2, 4])
  })

  it('is a decimal with as many digits', () => {
    expect([decimalText(5, 'USD'), decimalText(750, 'JPY'), decimalText(0, 'JPY'), decimalText(999, 'KWD')]).toEqual([
      '0.05',
      '750',
      '0',
      '0.999',
    ])
  })

  it('is written with the sign of its currency, and with a real minus', () => {
    expect([formatMoney(1099, 'EUR'), formatMoney(750, 'JPY'), formatMoney(15_000, 'JPY'), formatMoney(-499, 'GBP')]).toEqual([
      '€10.99',
      '¥750',
      '¥15,000',
      '−£4.99',
    ])
    expect([formatMoney(999, 'USD'), formatMoney(-499, 'USD'), formatMoney(-499, 'no currency')]).toEqual([
      '$9.99',
      '−$4.99',
      '−4.99 no currency',
    ])
  })

  it('in dollars is written as a formatter writes it, without one', () => {
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => formatMoney(cents, 'USD') === dollars.format(cents / 100)))
  })
})

describe('the currency of prices', () => {
  const configuredCurrencies = ['USD', 'EUR', 'JPY']

  it('is the chosen one, before the country of the billing details, before the region of the browser', () => {
    const facts = { chosen: 'USD', billingCountry: 'JP', region: 'DE' }
    expect(chooseCurrency(configuredCurrencies, facts)).toBe('USD')
    expect(chooseCurrency(configuredCurrencies, { ...facts, chosen: undefined })).toBe('JPY')
    expect(chooseCurrency(configuredCurrencies, { region: 'DE' })).toBe('EUR')
  })

  it('is the dollar where nothing else is configured for the country', () => {
    expect([{}, { region: 'CH' }, { region: 'US' }, { region: '' }].map((facts) => chooseCurrency(configuredCurrencies, facts))).toEqual(
      Array.from({ length: 4 }, () => 'USD'),
    )
    expect(chooseCurrency(['USD'], { chosen: 'EUR', region: 'DE' })).toBe('USD')
  })

  it('is one of the configured ones, for any request', () => {
    const code = fc.option(fc.string(), { nil: undefined })
    fc.assert(
      fc.property(code, code, code, (chosen, billingCountry, region) =>
        configuredCurrencies.includes(chooseCurrency(configuredCurrencies, { chosen, billingCountry, region })),
      ),
    )
  })

  it('has each country once, and only existing currencies and countries', () => {
    const countries = Object.values(COUNTRIES_OF_CURRENCY).flatMap((list) => list.split(' '))
    expect(new Set(countries).size).toBe(countries.length)
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(countries.filter((country) => names.of(country) === undefined)).toEqual([])
    const currencies = new Set(Intl.supportedValuesOf('currency'))
    expect(Object.keys(COUNTRIES_OF_CURRENCY).filter((code) => !currencies.has(code))).toEqual([])
  })
})

test('a region is the one that a language names, else the likely one of the first language', () => {
  expect([['de-AT', 'en-US'], ['fr', 'de-CH'], ['ja'], ['zh-Hant-TW'], ['es-419'], ['x y', 'en-GB'], [], ['tlh']].map(regionOf)).toEqual([
    'AT',
    'CH',
    'JP',
    'TW',
    undefined,
    'GB',
    undefined,
    undefined,
  ])
})

test('billing details name a country in the last line of their address, or with their tax number', () => {
  const country = (address: string, taxNumber = '') => countryOfBilling({ address, taxNumber })
  expect([country('1 Main Street\nBerlin\nGermany'), country('Tokyo\njp '), country('Austin\nUnited States', 'DE123456789')]).toEqual([
    'DE',
    'JP',
    'US',
  ])
  expect([country('', 'DE123456789'), country('', 'EL 123456789'), country('', 'CHE-123.456.789'), country('', 'DEPOT')]).toEqual([
    'DE',
    'GR',
    'CH',
    undefined,
  ])
  expect([country(`Ankara\n${'Türkiye'.normalize('NFD')}`), country('東京\nＪＰ'), country('', 'ＤＥ１２３４５６７８９')]).toEqual([
    'TR',
    'JP',
    'DE',
  ])
  expect([country(''), country('Somewhere')]).toEqual([undefined, undefined])
})
