import { expect, test } from 'vitest'
import type { Call } from '#shared/api/define-call.ts'

const modules = import.meta.glob('../../../src/shared/api/*.ts', { eager: true })
const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'path' in value && 'input' in value

test('no call builds its schemas before it is used', () => {
  const calls = Object.values(modules).flatMap((module) => Object.values(module as object).filter(isCall))
  expect(calls.length).toBeGreaterThan(50)
  const built = calls.filter((call) => [call.input, call.data].some((schema) => schema._zod.def.type === 'object'))
  expect(built.map(({ path }) => path)).toEqual([])
})
