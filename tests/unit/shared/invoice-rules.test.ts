import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containedTaxCents, documentNumber, taxRateText } from '#shared/domain/invoice-rules.ts'

describe('the tax in a price', () => {
  it.each([
    [999, 0, 0],
    [0, 1900, 0],
    [1, 1900, 0],
    [119, 1900, 19],
    [499, 1900, 80],
    [999, 1900, 160],
    [1199, 1900, 191],
    [4999, 1900, 798],
    [9999, 1900, 1596],
    [999, 770, 71],
    [4999, 770, 357],
    [107_70, 770, 770],
    [999, 550, 52],
    [3, 10_000, 2],
  ])('%i cents at %i hundredths of a percent have %i', (priceCents, rate, tax) => {
    expect(containedTaxCents(priceCents, rate)).toBe(tax)
  })

  it('is rounded once, to the nearest cent, and grows with the price, so that parts of it never fall below zero', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 })
    const rates = fc.integer({ min: 0, max: 9999 })
    fc.assert(
      fc.property(cents, cents, rates, (firstCents, secondCents, rate) => {
        const [lowerCents, higherCents] = [Math.min(firstCents, secondCents), Math.max(firstCents, secondCents)]
        const exactTax = (higherCents * rate) / (10_000 + rate)
        const tax = containedTaxCents(higherCents, rate)
        return Math.abs(tax - exactTax) <= 0.5 && tax <= higherCents && containedTaxCents(lowerCents, rate) <= tax
      }),
    )
  })

  it('is named by its rate', () => {
    expect([0, 770, 1900, 1950, 25].map(taxRateText)).toEqual(['0', '7.7', '19', '19.5', '0.25'])
  })
})

it('a document is numbered with its series, a credit note apart from invoices', () => {
  expect(documentNumber({ kind: 'invoice', prefix: 'KIN', number: 12 })).toBe('KIN-000012')
  expect(documentNumber({ kind: 'credit_note', prefix: 'KIN', number: 3 })).toBe('KIN-C000003')
  expect(documentNumber({ kind: 'invoice', prefix: 'KIN', number: 1_234_567 })).toBe('KIN-1234567')
})
