import { expect, test } from 'vitest'
import type { Call } from '#shared/api/define-call.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../../shared/api/*.ts', { eager: true })

test('no call builds its schemas before it is used', () => {
  const exportedValues = Object.values(modules).flatMap((module) => Object.values(module))
  const calls = exportedValues.filter(
    (value) => typeof value === 'object' && value !== null && 'path' in value && 'input' in value,
  ) as Call[]
  expect(calls.length).toBeGreaterThan(50)
  const builtCalls = calls.filter((call) => [call.input, call.data].some((schema) => schema._zod.def.type === 'object'))
  expect(builtCalls.map(({ path }) => path)).toEqual([])
})
