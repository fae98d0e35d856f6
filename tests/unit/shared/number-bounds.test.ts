import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { type Call, callPath } from '#shared/api/define-call.ts'
import { getVideoParameters } from '#shared/api/generation.ts'
import { getPromotions } from '#shared/api/operator-promotions.ts'
import { startPasskey } from '#shared/api/passkeys.ts'
import { getSecondFactor } from '#shared/api/second-factor.ts'
import { LATEST_MS, MAX_AMOUNT } from '#shared/domain/number-bounds.ts'
import type { StoredRecord } from '#shared/storage/records.ts'
import { numberBounds, schemasOf } from '../../fixtures/walk-schema.ts'

const apiModules = import.meta.glob<Record<string, unknown>>('../../../shared/api/*.ts', { eager: true })
const recordModules = import.meta.glob<Record<string, unknown>>('../../../shared/storage/*.ts', { eager: true })

const objectsOf = (modules: typeof apiModules) =>
  Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => (typeof value === 'object' && value !== null ? [[name, value] as const] : []))

const calls = objectsOf(apiModules).flatMap(([, value]) => ('path' in value && 'input' in value ? [value as Call] : []))
const records = objectsOf(recordModules).flatMap(([name, value]) =>
  'schema' in value && 'version' in value ? [[name, (value as StoredRecord<unknown>).schema] as const] : [],
)

/** Paths of numbers that identify something. They need no bounds. */
const IDENTIFIER_PATHS = /\.alg$/

function listUnbounded(name: string, schema: z.core.$ZodType): readonly string[] {
  return schemasOf(schema, 'number').flatMap(([path, number]) => {
    const { least, most } = numberBounds(number)
    const isBounded = Number.isFinite(least) && Number.isFinite(most)
    return isBounded || IDENTIFIER_PATHS.test(path) ? [] : [`${name}${path}`]
  })
}

test('each number of a call has the bounds of its meaning', () => {
  expect(calls.length).toBeGreaterThan(100)
  const sides = calls.flatMap((call) =>
    (['input', 'data'] as const).map((side) => ({ name: `${callPath(call)} ${side}`, schema: call[side] })),
  )
  expect(sides.flatMap(({ name, schema }) => listUnbounded(name, schema))).toEqual([])
})

test('each number of a stored record has the bounds of its meaning', () => {
  expect(records.length).toBeGreaterThan(20)
  expect(records.flatMap(([name, schema]) => listUnbounded(name, schema))).toEqual([])
})

test('a list with a date outside its bounds is read, and the date becomes the last one', () => {
  const discount = { percentOff: 5, amountsOff: null, skuIds: null, startsAt: -1, endsAt: Number.MAX_SAFE_INTEGER }
  const limits = { mostRedemptions: null, mostPerPerson: 1, audience: 'everybody', named: 0, reserved: 0, redeemed: 0 }
  const row = { id: 'p', code: 'ENDMAX', ...discount, ...limits, createdAt: 1, disabledAt: null }
  const parsedList = getPromotions.data.safeParse({ data: [row], hasNext: false })
  expect(parsedList.data?.data[0]).toMatchObject({ startsAt: 0, endsAt: LATEST_MS })
})

test('a price is a whole number from 0, and so is the number of recovery codes', () => {
  const priceOf = (points: number) => {
    const resolutionOptions = [{ value: '480p', isDefault: true, points }]
    const series = [{ modelName: 'm', durationOptions: [{ value: '4s', isDefault: true, resolutionOptions }] }]
    const parsedParameters = getVideoParameters.data.parse({ series, videoNumOptions: [1] })
    return parsedParameters.series[0]?.durationOptions[0]?.resolutionOptions[0]?.points
  }
  expect([-5, 1.5, 50, 1e12].map(priceOf)).toEqual([0, 2, 50, MAX_AMOUNT])
  expect(getSecondFactor.data.parse({ isOn: true, recoveryCodesLeft: 7.6 })).toMatchObject({ recoveryCodesLeft: 8 })
})

test('the identifier of an algorithm stays as it is', () => {
  const alg = -9_000_000_000
  const identity = { rp: { name: 'Kinora', id: 'localhost' }, user: { id: 'u', name: 'n', displayName: 'd' }, challenge: 'c' }
  const rules = { authenticatorSelection: { residentKey: 'required', userVerification: 'required' }, attestation: 'none' }
  const passkeyOptions = { ...identity, ...rules, timeout: 1, excludeCredentials: [], pubKeyCredParams: [{ type: 'public-key', alg }] }
  expect(startPasskey.data.parse(passkeyOptions).pubKeyCredParams).toEqual([{ type: 'public-key', alg }])
})
