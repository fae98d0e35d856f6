import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'

const PUBLIC_SETTINGS = { PUBLIC_ORIGIN: 'https://app.example.org', PUBLIC_WITHOUT: 'mail, operator' }

describe('the payment process', () => {
  it('is the sandbox, on the port after the own one, by default', () => {
    const { payment } = readConfig({})
    expect(payment).toEqual({
      checkoutOrigins: ['http://127.0.0.1:8788'],
      provider: {
        name: 'sandbox',
        port: 8788,
        origin: 'http://127.0.0.1:8788',
        hasAdminPage: true,
        webhookOrigin: 'http://localhost:8787',
        apiOrigin: 'http://127.0.0.1:8788',
      },
    })
  })

  it('has its checkout at the address of a proxy, and then no sandbox controls', () => {
    const { payment } = readConfig({ CHECKOUT_PORT: '9100', CHECKOUT_ORIGIN: 'https://pay.example.org/', HOST: '0.0.0.0' })
    expect(payment.checkoutOrigins).toEqual(['https://pay.example.org'])
    expect(payment.provider).toMatchObject({ port: 9100, hasAdminPage: false, webhookOrigin: 'http://localhost:8787' })
    expect(readConfig({ HOST: '::1' }).payment.provider).toMatchObject({ webhookOrigin: 'http://[::1]:8787' })
    const publicConfig = readConfig({ ...PUBLIC_SETTINGS, PAYMENT_PROVIDER: 'sandbox' })
    expect(publicConfig.payment.provider).toMatchObject({ name: 'sandbox', hasAdminPage: false })
  })

  it('must be named on a public server: the sandbox would grant points for free', () => {
    expect(() => readConfig(PUBLIC_SETTINGS)).toThrow('PAYMENT_PROVIDER: PUBLIC_ORIGIN is set')
    expect(readConfig({ PUBLIC_ORIGIN: 'http://localhost:5173' }).payment.provider.name).toBe('sandbox')
  })

  it('has one origin for several processes', () => {
    const fleetSettings = { ROLE: 'web', DATABASE_URL: 'postgres://database/kinora' }
    expect(() => readConfig(fleetSettings)).toThrow('CHECKOUT_ORIGIN: several processes share one sandbox checkout')
    expect(readConfig({ ...fleetSettings, CHECKOUT_ORIGIN: 'https://pay.example.org' }).payment.checkoutOrigins).toEqual([
      'https://pay.example.org',
    ])
  })

  it('polls and notifies processes with the payment calls', () => {
    const fleetSettings = { DATABASE_URL: 'postgres://database/kinora', CHECKOUT_ORIGIN: 'https://pay.example.org', PORT: '9000' }
    const sandboxConfigOf = (ROLE: string) =>
      readConfig({ ...fleetSettings, ...PUBLIC_SETTINGS, PAYMENT_PROVIDER: 'sandbox', ROLE }).payment.provider
    expect(sandboxConfigOf('web')).toMatchObject({ webhookOrigin: 'http://localhost:9000', apiOrigin: 'http://127.0.0.1:9001' })
    expect(sandboxConfigOf('worker')).toMatchObject({ webhookOrigin: 'https://app.example.org', apiOrigin: 'https://pay.example.org' })
  })

  it('fails with a sentence about a missing or wrong setting', () => {
    expect(() => readConfig({ PORT: '65535' })).toThrow('Set CHECKOUT_PORT')
    expect(() => readConfig({ CHECKOUT_PORT: '8787' })).toThrow('must differ from PORT')
    expect(() => readConfig({ PAYMENT_PROVIDER: 'subotiz', SUBOTIZ_SECRET: 's' })).toThrow('needs SUBOTIZ_ACCESS_NO')
    expect(() => readConfig({ PAYMENT_PROVIDER: 'stripe', STRIPE_KEY: 'k' })).toThrow('STRIPE_WEBHOOK_SECRET')
    expect(() => readConfig({ PAYMENT_PROVIDER: 'cash' })).toThrow('PAYMENT_PROVIDER')
    expect(() => readConfig({ ...SUBOTIZ_SETTINGS, SUBOTIZ_PRICES: 'premium_weekly' })).toThrow('SUBOTIZ_PRICES must be a list')
  })

  it('reads the prices of Subotiz', () => {
    const { payment } = readConfig({ ...SUBOTIZ_SETTINGS, SUBOTIZ_PRICES: 'premium_weekly=543321, premium_yearly = 543322' })
    expect(payment.checkoutOrigins).toEqual(['https://checkout.subotiz.com'])
    expect(payment.provider).toMatchObject({ name: 'subotiz', url: 'https://api.subotiz.com' })
    expect(payment.provider.name === 'subotiz' && [...payment.provider.prices]).toEqual([
      ['premium_weekly', '543321'],
      ['premium_yearly', '543322'],
    ])
  })
})

const SUBOTIZ_SETTINGS = { PAYMENT_PROVIDER: 'subotiz', SUBOTIZ_ACCESS_NO: 'a', SUBOTIZ_SECRET: 's', SUBOTIZ_MERCHANT_ID: 'm' }

describe('the seller', () => {
  const FULL_SELLER = { SELLER_NAME: 'Kinora GmbH', SELLER_ADDRESS: String.raw`Lange Str. 1\n10115 Berlin`, SELLER_TAX_NUMBER: 'DE123' }

  it('is the operator by default, and shows no tax', () => {
    expect(readConfig({}).seller).toEqual({ prefix: 'KIN', name: 'Kinora', address: '', taxNumber: '', taxRate: null })
    const { seller } = readConfig({ OPERATOR_NAME: 'Ann Onymous', OPERATOR_ADDRESS: '1 High Street' })
    expect(seller).toMatchObject({ name: 'Ann Onymous', address: '1 High Street', taxRate: null })
    expect(readConfig({ OPERATOR_ADDRESS: '1 High Street', SELLER_NAME: 'Another' }).seller).toMatchObject({ name: 'Another', address: '' })
  })

  it('has address, tax number and tax, and a series of its own', () => {
    const { seller } = readConfig({ ...FULL_SELLER, TAX_RATE_PERCENT: '7.7', INVOICE_PREFIX: 'AB2' })
    expect(seller).toEqual({ prefix: 'AB2', name: 'Kinora GmbH', address: 'Lange Str. 1\n10115 Berlin', taxNumber: 'DE123', taxRate: 770 })
    expect(['0', '19', '8.25'].map((rate) => readConfig({ ...FULL_SELLER, TAX_RATE_PERCENT: rate }).seller.taxRate)).toEqual([0, 1900, 825])
  })

  it('polls and notifies processes with the payment calls', () => {
    const fleetSettings = { DATABASE_URL: 'postgres://database/kinora', CHECKOUT_ORIGIN: 'https://pay.example.org', PORT: '9000' }
    const sandboxConfigOf = (ROLE: string) =>
      readConfig({ ...fleetSettings, ...PUBLIC_SETTINGS, PAYMENT_PROVIDER: 'sandbox', ROLE }).payment.provider
    expect(sandboxConfigOf('web')).toMatchObject({ webhookOrigin: 'http://localhost:9000', apiOrigin: 'http://127.0.0.1:9001' })
    expect(sandboxConfigOf('worker')).toMatchObject({ webhookOrigin: 'https://app.example.org', apiOrigin: 'https://pay.example.org' })
  })

  it('fails with a sentence about a missing or wrong setting', () => {
    for (const name of Object.keys(FULL_SELLER))
      expect(() => readConfig({ ...FULL_SELLER, [name]: '', TAX_RATE_PERCENT: '19' })).toThrow('TAX_RATE_PERCENT shows tax on invoices')
    for (const rate of ['-1', '100', '19%', '7,7', '1.234', ' '])
      expect(() => readConfig({ ...FULL_SELLER, TAX_RATE_PERCENT: rate })).toThrow('TAX_RATE_PERCENT')
    for (const prefix of ['a', 'AB-', 'ABCDEFGHIJKLM', 'Ä']) expect(() => readConfig({ INVOICE_PREFIX: prefix })).toThrow('INVOICE_PREFIX')
  })
})
